import type { NoteLine } from '#client/notes/note-lines.ts'

/**
 * The maximum number of characters that are shown before the text that the person searches for.
 * More characters could push this text out of a card at 200 % text size.
 */
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

/**
 * Returns the first match in a person's notes on a house. Searches the line of notes that the card
 * of the house shows, and then all notes.
 */
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

/**
 * Keeps the last `MAX_BEFORE` characters of a text. If they contain a space, drops the partial word
 * at their beginning.
 */
function shorten(text: string) {
  const characters = [...text]
  if (characters.length <= MAX_BEFORE) return text
  const end = characters.slice(-MAX_BEFORE).join('')
  return `…${end.replace(/^\S*\s+(?=\S)/, '').replace(/^[·,.;:]\s*/, '')}`
}
