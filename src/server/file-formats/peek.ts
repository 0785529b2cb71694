import { MAX_RECORD_LENGTH } from './row.ts'

/**
 * Reads the beginning of a text, until a non-space character has arrived. `all` yields the whole
 * text, including the beginning.
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
