import { MAX_RECORD_LENGTH } from './row.ts'

/**
 * Reads a text up to its first non-space character. `all` yields the whole text, including this
 * part.
 */
export async function peek(text: AsyncGenerator<string>) {
  let beginning = ''
  let isAll = false
  while (!isAll && beginning.length <= MAX_RECORD_LENGTH) {
    const { done, value } = await text.next()
    if (done) isAll = true
    else {
      beginning += value
      if (value.trim() !== '') break
    }
  }
  async function* all() {
    yield beginning
    yield* text
  }
  return { beginning, isAll, all: all() }
}
