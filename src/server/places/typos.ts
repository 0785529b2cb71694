/**
 * The minimum length of a text that may contain a typo. One changed letter in a shorter text would
 * match too many names.
 */
const MIN_LETTERS = 4

const LATIN = 'abcdefghijklmnopqrstuvwxyz'
const HIRAGANA = Array.from({ length: 0x3096 - 0x3041 + 1 }, (_, offset) =>
  String.fromCharCode(0x3041 + offset),
).join('')

/**
 * All texts of which `key` may be a typo. Each of them differs from `key` by one letter that is
 * removed, added or replaced, or by two neighbouring letters that are exchanged. `key` consists of
 * lower-case Latin letters or of hiragana. Kanji have no alphabet, so a key with kanji has no
 * corrections.
 */
export function corrections(key: string): string[] {
  const letters = /^[a-z]+$/.test(key) ? LATIN : /^[\u3041-\u3096]+$/.test(key) ? HIRAGANA : ''
  if (key.length < MIN_LETTERS || letters === '') return []
  const found: string[] = []
  for (let at = 0; at <= key.length; at++) {
    const [before, after] = [key.slice(0, at), key.slice(at)]
    for (const letter of letters) found.push(before + letter + after)
    if (after === '') continue
    found.push(before + after.slice(1))
    for (const letter of letters) found.push(before + letter + after.slice(1))
    if (after.length > 1) found.push(before + after[1] + after[0] + after.slice(2))
  }
  return found
}
