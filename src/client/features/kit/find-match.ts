import type { NoteLine } from '#client/kit/note-lines.ts'

/** The most characters before the match. More could push the match out of a card at 200 % text size. */
const MAX_BEFORE = 12

/** The part of a note around the text that the person searches for. */
interface Match {
  before: string
  match: string
  after: string
}

/** A pattern that finds `text` in notes, in upper or lower case. */
export function toPattern(text: string) {
  return new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu')
}

/** The first match in the usual line of a card or, if this line has none, in the other notes. */
export function findMatch({ line, text }: NoteLine, pattern: RegExp): Match | undefined {
  for (const searched of [line, ...text.split('\n')]) {
    const found = pattern.exec(searched)
    if (!found) continue
    const [match] = found
    return {
      before: shorten(searched.slice(0, found.index).trimStart()),
      match,
      after: searched.slice(found.index + match.length),
    }
  }
  return undefined
}

/** Keeps the end of a text, from the beginning of a word if the text has spaces. */
function shorten(text: string) {
  const characters = [...text]
  if (characters.length <= MAX_BEFORE) return text
  const end = characters.slice(-MAX_BEFORE).join('')
  return `…${end.replace(/^\S*\s+(?=\S)/, '').replace(/^[·,.;:]\s*/, '')}`
}
