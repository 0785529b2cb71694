/** How a spreadsheet shows a number: as a date, or with words before and after it. */
export interface CellFormat {
  /** The parts of a date that the cell shows. Null if the number is no date. */
  date: 'year' | 'month' | 'day' | null
  prefix: string
  suffix: string
}

export type NumberFormats = readonly CellFormat[]

/** The formats that a workbook need not define (ECMA-376, 18.8.30), including the Japanese ones. */
const DATES = new Set([14, 15, 16, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58])
const MONTHS = new Set([17, 55, 56])

/** Units that a format adds to a number: the cell shows `280万円`, and its value is 280. */
const UNIT = /^(?:億円|万円|千円|円|m2|㎡|平米|坪|%|m|km|分|年|台|階)$/

const PLAIN: CellFormat = { date: null, prefix: '', suffix: '' }

/** How the number format with an id shows numbers. `codes` has the formats of the workbook. */
export function formatOf(id: number, codes: ReadonlyMap<number, string>): CellFormat {
  const code = codes.get(id)
  if (code !== undefined) return readCode(code)
  if (DATES.has(id)) return { ...PLAIN, date: 'day' }
  return MONTHS.has(id) ? { ...PLAIN, date: 'month' } : PLAIN
}

function readCode(code: string): CellFormat {
  const [positive = ''] = code.split(';')
  const placeholders = positive
    .replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '')
    .replace(/e[+-]|general/gi, '')
  const date = dateParts(placeholders)
  if (date) return { ...PLAIN, date }
  const currency = positive.match(/\[\$([^\]-]*)/)?.[1] ?? ''
  const sign = currency || (positive.match(/^[^0#]*?([¥￥$])/)?.[1] ?? '')
  const after = [...(positive.match(/[0#?][^0#?]*$/)?.[0] ?? '').matchAll(/"([^"]*)"|\\(.)/g)]
  const words = after
    .map(([, quoted = '', single = '']) => quoted + single)
    .join('')
    .trim()
  const percent = /%$/.test(placeholders.trim()) ? '%' : ''
  return { date: null, prefix: sign, suffix: UNIT.test(words) ? words : percent }
}

/** A date has a year, in digits or in an era (`ggge`). Times without a date are no dates. */
function dateParts(placeholders: string): CellFormat['date'] {
  if (!/[yge]/i.test(placeholders)) return null
  if (/d/i.test(placeholders)) return 'day'
  return /m/i.test(placeholders) ? 'month' : 'year'
}

/** Writes a number as the cell shows it, with all its digits. */
export function writeNumber(value: string, format: CellFormat = PLAIN, isFrom1904 = false) {
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  if (format.date) return writeDate(number, format.date, isFrom1904) ?? value
  // Excel computes with 15 digits and stores 17: 98.54 stands in the file as 98.540000000000006.
  const digits = Number(number.toPrecision(15))
  if (format.suffix === '%') return `${Number((digits * 100).toPrecision(15))}%`
  return `${format.prefix}${digits}${format.suffix}`
}

/** The last day that Excel knows: 31 December 9999. */
const LAST_DAY = 2_958_465
const DAY_MS = 86_400_000
/** Excel counts 29 February 1900, which never was, as day 60. */
const DAY_THAT_NEVER_WAS = 60

function writeDate(days: number, parts: NonNullable<CellFormat['date']>, isFrom1904: boolean) {
  if (days < 1 || days > LAST_DAY) return null
  const whole = Math.floor(days)
  const origin = isFrom1904
    ? Date.UTC(1904, 0, 1)
    : Date.UTC(1899, 11, whole < DAY_THAT_NEVER_WAS ? 31 : 30)
  const day = new Date(origin + whole * DAY_MS).toISOString().slice(0, 10)
  return day.slice(0, { year: 4, month: 7, day: 10 }[parts])
}
