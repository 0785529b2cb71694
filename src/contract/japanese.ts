export const JAPANESE = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u

/** Whether any character of `text` is Japanese. */
export function hasJapanese(text: string) {
  return JAPANESE.test(text)
}
