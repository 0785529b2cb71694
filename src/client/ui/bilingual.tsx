const JAPANESE = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u

/** Japanese up to the next letter of another script, with its brackets and the number it ends with. */
const RUN =
  /[「『（【]?[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}](?:[^\p{L}]*[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}ー])*[\d０-９-]*[」』）】、。]*/gu

/** The language of a text that cannot be marked in parts, as in a field. */
export function languageOf(text: string) {
  return JAPANESE.test(text) ? 'ja' : undefined
}

/** Cuts a text where its language changes. */
export function splitLanguages(text: string) {
  const parts: { text: string; lang?: 'ja' }[] = []
  let end = 0
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: run, lang: 'ja' })
    end = index + run.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** A text with exactly its Japanese marked as such, so that it is drawn and read aloud as what it is. */
export function Bilingual({ children: text }: { children: string }) {
  if (!JAPANESE.test(text)) return text
  return splitLanguages(text).map(({ text, lang }, part) =>
    lang ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: The parts of a text have no other name.
      <span key={part} lang={lang}>
        {text}
      </span>
    ) : (
      text
    ),
  )
}
