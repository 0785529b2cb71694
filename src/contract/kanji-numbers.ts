const DIGITS = '〇一二三四五六七八九'
const UNITS = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
])

/**
 * Runs of kanji numerals below 10,000. A run beside a digit is part of a mixed notation such as
 * `5千`, in which the kanji are units.
 */
const RUN = /(?<![\d.])[〇零一二三四五六七八九十百千]+(?!\d)/g

/** Writes kanji numerals as digits: `五百万` becomes `500万`, `昭和五十八年` becomes `昭和58年`. */
export function kanjiToDigits(text: string) {
  return text.replace(RUN, (run) => String(parseRun(run.replaceAll('零', '〇')) ?? run))
}

/** Parses `五百八十` or `二〇〇`. Null for a run that is no number, such as `百二百`. */
function parseRun(run: string) {
  if (!/[十百千]/.test(run)) return run.replace(/./g, (digit) => String(DIGITS.indexOf(digit)))
  const parts = run.match(/^(?:(.?)千)?(?:(.?)百)?(?:(.?)十)?([一二三四五六七八九]?)$/)
  if (!parts) return null
  let total = 0
  for (const [, digit = '', unit = ''] of run.matchAll(/([〇一二三四五六七八九]?)([十百千]?)/g)) {
    const factor = UNITS.get(unit)
    const count = digit === '' ? (factor ? 1 : 0) : DIGITS.indexOf(digit)
    total += count * (factor ?? 1)
  }
  return total
}
