import { BLANK, implausible, type Reading, read, unread } from './reading.ts'
import { toHalfWidth, withoutBrackets } from './text.ts'

export interface ConstructionDate {
  year: number
  /** The date as pages show it: `July 1975`, `1975`, `about 1977`. */
  text: string
  /** Whether the year was computed from the age of the house. */
  fromAge: boolean
}

interface YearAndMonth {
  year: number
  month?: number
}

/**
 * The oldest house in which people still live was built in the fourteenth century. An earlier year
 * is a mistake.
 */
const FIRST_YEAR = 1300

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August'],
  ...['September', 'October', 'November', 'December'],
]

/** Each era: Japanese name, initial, first year, number of years. */
const ERAS: readonly (readonly [string, string, number, number])[] = [
  ['明治', 'm', 1868, 45],
  ['大正', 't', 1912, 15],
  ['昭和', 's', 1926, 64],
  ['平成', 'h', 1989, 31],
  ['令和', 'r', 2019, 99],
]

const ERA_NAMES = ERAS.map(([name, initial]) => `${name}|${initial}\\.?`).join('|')
const ERA_DATE = new RegExp(
  `^(${ERA_NAMES}) ?(\\d{1,2}|元)(?:年| ?[./-] ?|$) ?(?:(\\d{1,2})(?:月| ?[./-] ?|$) ?(?:(\\d{1,2})日?)?)?$`,
  'i',
)
const NUMERIC_DATE =
  /^(\d{4})(?: ?年| ?[./-] ?|$) ?(?:(\d{1,2})(?: ?月| ?[./-] ?|$|(?=t)) ?(?:(\d{1,2}) ?日?(?:[t ][\d:.]+(?:z|[+-]\d\d:?\d\d)?)?)?)?$/i
const MONTH_NAME = `(${MONTHS.map((month) => `${month.slice(0, 3)}(?:t|${month.slice(3)})?`).join('|')})\\.?`
const ENGLISH_DATE = new RegExp(`^(?:\\d{1,2} )?${MONTH_NAME},?(?: \\d{1,2},)? (\\d{4})$`, 'i')
const AGE = /^(?:築年数|築|age:?)? ?約? ?(\d{1,3}) ?(?:年|years?(?: old)?)$/i

/**
 * Matches words that do not change the year of a date, such as `about` before the date or `頃` after
 * the date. The parser ignores these words.
 */
const IGNORED_WORDS =
  /^(?:約|circa|ca?\.|about|built(?: in)?|建築|築) ?| ?(?:頃|ごろ|築|建築|新築|建)$/gi
/** Matches `about 1977`, the text in which Engawa shows a year that was computed from an age. */
const COMPUTED_YEAR = /^about \d{4}$/i

/**
 * Parses dates and ages such as `July 1975`, `1975年7月`, `昭和50年`, `令和元年`, `S50.7`, `1975/7/1`,
 * `築49年` and `49 years`. A year in the future is implausible.
 */
export function parseConstructionDate(text: string, today: Date): Reading<ConstructionDate> {
  // pandas writes a column of whole numbers with blanks as `1965.0`.
  const whole = toHalfWidth(text).replace(/^(\d{4})\.0$/, '$1')
  const written = withoutBrackets(whole)
  if (/^築?年?(?:不詳|不明)$/.test(written)) return BLANK

  const date = parseDate(written) ?? parseDate(inBrackets(whole))
  const age = date ? null : parseAge(written)
  const thisYear = today.getUTCFullYear()
  const year = date?.year ?? (age === null ? null : thisYear - age)
  if (year === null) return unread('cannot be read as a date')
  if (year > thisYear) return implausible('is in the future')
  if (year < FIRST_YEAR) return implausible('is older than any house')
  if (date) {
    return read({
      year,
      text: COMPUTED_YEAR.test(written) ? aboutYear(year) : showDate(date),
      fromAge: false,
    })
  }
  return read({ year, text: aboutYear(year), fromAge: true })
}

function aboutYear(year: number) {
  return `about ${year}`
}

function inBrackets(text: string) {
  return text.match(/\(([^()]*)\)/)?.[1]?.trim() ?? ''
}

function parseDate(text: string): YearAndMonth | null {
  const written = text.replace(IGNORED_WORDS, '')
  return parseEra(written) ?? parseNumeric(written) ?? parseEnglish(written)
}

function parseEra(text: string) {
  const [, name = '', count = '', month, day] = text.match(ERA_DATE) ?? []
  const era = ERAS.find(([japanese, initial]) =>
    [japanese, initial, `${initial}.`].includes(name.toLowerCase()),
  )
  if (!era) return null
  const [, , first, length] = era
  const number = count === '元' ? 1 : Number(count)
  return number < 1 || number > length ? null : checked(first + number - 1, month, day)
}

function parseNumeric(text: string) {
  const [, year, month, day] = text.match(NUMERIC_DATE) ?? []
  if (year === undefined) return null
  // Keep only the year of a date on 1 January. Property registers write this day when the real day
  // is unknown.
  if (Number(month) === 1 && Number(day) === 1) return { year: Number(year) }
  return checked(Number(year), month, day)
}

function checked(year: number, month?: string, day?: string): YearAndMonth | null {
  if (month === undefined) return { year }
  const isDate = between(Number(month), 1, 12) && between(Number(day ?? 1), 1, 31)
  return isDate ? { year, month: Number(month) } : null
}

function between(number: number, min: number, max: number) {
  return number >= min && number <= max
}

function parseEnglish(text: string) {
  const [, name = '', year] = text.match(ENGLISH_DATE) ?? []
  if (year === undefined) return null
  const start = name.slice(0, 3).toLowerCase()
  return {
    year: Number(year),
    month: MONTHS.findIndex((month) => month.toLowerCase().startsWith(start)) + 1,
  }
}

function parseAge(text: string) {
  const [, years] = text.match(AGE) ?? []
  // Ignore a bare `49年`, because it may be an age or a year of an era.
  return years === undefined || /^\d+ ?年$/.test(text) ? null : Number(years)
}

function showDate({ year, month }: YearAndMonth) {
  return month === undefined ? String(year) : `${MONTHS[month - 1]} ${year}`
}
