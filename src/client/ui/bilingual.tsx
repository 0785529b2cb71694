import { withNoBreaks } from '#contract/no-break.ts'

const LETTER = String.raw`[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]`
const JAPANESE = new RegExp(LETTER, 'u')
/** An abbreviation that begins a Japanese word, such as JR. */
const ABBREVIATION = String.raw`(?<![\p{L}\p{N}])[A-ZＡ-Ｚ]{1,4}`
/**
 * Full-width brackets that contain Japanese words, or no words. The length limits keep the search
 * linear. Without the limits, a long text after an opening bracket would take seconds.
 */
const BRACKETED = String.raw`（(?:[^\p{L}（）]{0,40}|[^（）]{0,40}${LETTER}[^（）]{0,40})）`
/**
 * Matches Japanese text with its brackets, punctuation and trailing number. Ends before the next
 * letter of another script.
 */
const RUN = new RegExp(
  String.raw`[「『（【]?(?:${ABBREVIATION})?${LETTER}(?:[^\p{L}（）]*(?:${LETTER}|ー|${BRACKETED}))*[\d０-９-]*[」』）】、。]*`,
  'gu',
)

/** The language of a text that cannot contain markup, such as the text of an input. */
export function languageOf(text: string) {
  return JAPANESE.test(text) ? 'ja' : undefined
}

/** Splits a text at each change of language. */
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

/**
 * Marks the Japanese parts of a text, so that fonts and screen readers use the right language, and
 * translators leave these parts as they are. No line of the text starts with a separator.
 */
export function Bilingual({ children }: { children: string }) {
  const text = withNoBreaks(children)
  if (!JAPANESE.test(text)) return <span>{text}</span>
  return (
    <span>
      {splitLanguages(text).map(({ text, lang }, part) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The parts have no other key.
        <span key={part} lang={lang} translate={lang && 'no'}>
          {text}
        </span>
      ))}
    </span>
  )
}
