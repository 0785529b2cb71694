import { hasJapanese } from '#contract/japanese.ts'

/**
 * The Japanese address in the text of a source. A source that translates an address writes the
 * original in brackets after the translation: `Ine, Kyoto (京都府与謝郡伊根町1170-6)`. Undefined if the
 * text has no Japanese address.
 */
export function originalAddress(text: string) {
  if (hasJapanese(text.charAt(0))) return text
  const inBrackets = /[(（]([^()（）]+)[)）]/.exec(text)?.[1]
  return [inBrackets, text].find(
    (part) => part !== undefined && hasJapanese(part) && !/[a-z]{2}/i.test(part),
  )
}
