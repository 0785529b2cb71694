export const JAPANESE = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u

export function hasJapanese(text: string) {
  return JAPANESE.test(text)
}
