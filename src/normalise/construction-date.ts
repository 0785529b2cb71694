import { kanjiToDigits } from '#contract/kanji-numbers.ts'
import { BLANK, implausible, type Reading, read, unread } from './reading.ts'
import { toHalfWidth, withoutBrackets } from './text.ts'

export interface ConstructionDate {
  /** Null if the source only states that the house is older than some year. */
  year: number | null
  /** The last possible year, if `year` is null. */
  latest: number | null
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

/** The first years of the eras before Meiji, which follow one another. */
const EARLIER_ERAS: readonly (readonly [string, number])[] = [
  ...([
    ['慶長', 1596],
    ['元和', 1615],
    ['寛永', 1624],
    ['正保', 1644],
    ['慶安', 1648],
  ] as const),
  ...([
    ['承応', 1652],
    ['明暦', 1655],
    ['万治', 1658],
    ['寛文', 1661],
    ['延宝', 1673],
  ] as const),
  ...([
    ['天和', 1681],
    ['貞享', 1684],
    ['元禄', 1688],
    ['宝永', 1704],
    ['正徳', 1711],
  ] as const),
  ...([
    ['享保', 1716],
    ['元文', 1736],
    ['寛保', 1741],
    ['延享', 1744],
    ['寛延', 1748],
  ] as const),
  ...([
    ['宝暦', 1751],
    ['明和', 1764],
    ['安永', 1772],
    ['天明', 1781],
    ['寛政', 1789],
  ] as const),
  ...([
    ['享和', 1801],
    ['文化', 1804],
    ['文政', 1818],
    ['天保', 1830],
    ['弘化', 1844],
  ] as const),
  ...([
    ['嘉永', 1848],
    ['安政', 1854],
    ['万延', 1860],
    ['文久', 1861],
    ['元治', 1864],
  ] as const),
  ...([
    ['慶応', 1865],
    ['', 1868],
  ] as const),
]
const EARLIER_ERA_DATE = new RegExp(
  `^(${EARLIER_ERAS.flatMap(([name]) => name || []).join('|')}) ?(\\d{1,2}|元)年`,
)

const ERA_NAMES = ERAS.map(([name, initial]) => `${name}|${initial}\\.?`).join('|')
const ERA_DATE = new RegExp(
  `^(${ERA_NAMES}) ?(\\d{1,2}|元)(?:年| ?[./-] ?|$) ?(?:(\\d{1,2})(?:月| ?[./-] ?|$) ?(?:(\\d{1,2})日?)?)?$`,
  'i',
)
const NUMERIC_DATE =
  /^(\d{4})(?: ?年| ?[./-] ?|$) ?(?:(\d{1,2})(?: ?月| ?[./-] ?|$|(?=t)) ?(?:(\d{1,2}) ?日?(?:[t ][\d:.]+(?:z|[+-]\d\d:?\d\d)?)?)?)?$/i
const MONTH_NAME = `(${MONTHS.map((month) => `${month.slice(0, 3)}(?:t|${month.slice(3)})?`).join('|')})\\.?`
const ENGLISH_DATE = new RegExp(`^(?:\\d{1,2} )?${MONTH_NAME},?(?: \\d{1,2},)? (\\d{4})$`, 'i')
const AGE =
  /^(?:築年数|築|age:?)? ?約? ?(\d{1,3}) ?(?:年|years?(?: old)?)(?:ほど|程度?|くらい|ぐらい|前後)?$/i
/** Matches an age that is only a lower bound, such as `築100年以上`. A bare `50年以上` may be a year of an era. */
const LEAST_AGE =
  /^(?:築年数|築|over|more than|at least) ?約? ?(\d{1,3}) ?(?:年(?:以上|超|余り?)|年を超える|years?(?: old)?)$|^(\d{1,3})\+? years (?:or more|and older|or older)$/i
/** Matches a date that is only an upper bound, such as `昭和20年以前`. */
const AT_LATEST = /^(?:before|prior to) (.+)$|^(.+?)(以前|より前| or earlier)(?:の?(?:建築|築))?$/i

/** Names of times without a year, with the last year in them and their English name. */
const PERIODS: readonly (readonly [RegExp, number, string])[] = [
  [/^(?:終?戦前|pre-?war|before the war)/i, 1944, 'before 1945'],
  [
    /^(?:edo(?: (?:era|period))?|江戸)(?:時代|期)?(?:末期|後期|中期|初期|前期)?/i,
    1867,
    'Edo era (until 1867)',
  ],
  [
    /^(?:meiji(?: (?:era|period))?|明治)(?:時代|期|年間)?(?:末期|後期|中期|初期|前期)?/i,
    1912,
    'Meiji era (1868–1912)',
  ],
  [
    /^(?:taisho(?: (?:era|period))?|大正)(?:時代|期|年間)?(?:末期|後期|中期|初期|前期)?/i,
    1926,
    'Taisho era (1912–1926)',
  ],
]

/**
 * Matches words that do not change the year of a date, such as `about` before the date or `頃` after
 * the date. The parser ignores these words.
 */
const IGNORED_WORDS =
  /^(?:約|circa|ca?\.|about|built(?: in)?|建築|築) ?|(?: ?(?:頃|ごろ|ころ|築|建築|新築|竣工|完成|建))+$/gi
/** Matches `about 1977`, the text in which Engawa shows a year that was computed from an age. */
const COMPUTED_YEAR = /^about \d{4}$/i

/**
 * Parses dates and ages such as `July 1975`, `1975年7月`, `昭和50年`, `令和元年`, `S50.7`, `1975/7/1`,
 * `築49年` and `49 years`. A year in the future is implausible.
 */
export function parseConstructionDate(text: string, today: Date): Reading<ConstructionDate> {
  // pandas writes a column of whole numbers with blanks as `1965.0`.
  const whole = kanjiToDigits(toHalfWidth(text)).replace(/^(\d{4})\.0$/, '$1')
  const written = withoutBrackets(whole)
  if (/^築?年?(?:不詳|不明)$/.test(written)) return BLANK

  const date = parseDate(written) ?? parseDate(inBrackets(whole))
  const age = date ? null : parseAge(written)
  const thisYear = today.getUTCFullYear()
  const year = date?.year ?? (age === null ? null : thisYear - age)
  const bound = year === null ? parseBound(written, thisYear) : null
  const latest = bound?.latest ?? null
  const last = year ?? latest
  if (last === null) return unread('cannot be read as a date')
  if (last > thisYear) return implausible('is in the future')
  if (last < FIRST_YEAR) return implausible('is older than any house')
  if (bound) return read({ year, ...bound })
  if (date) {
    return read({
      year,
      latest,
      text: COMPUTED_YEAR.test(written) ? aboutYear(last) : showDate(date),
      fromAge: false,
    })
  }
  return read({ year, latest, text: aboutYear(last), fromAge: true })
}

/** Reads a text that only states the last possible year of construction. */
function parseBound(text: string, thisYear: number) {
  const [, age, other] = text.match(LEAST_AGE) ?? []
  const years = age ?? other
  if (years !== undefined) {
    return { latest: thisYear - Number(years), text: `over ${years} years old`, fromAge: true }
  }
  const written = text.replace(IGNORED_WORDS, '')
  const period = PERIODS.find(([name]) => written.replace(name, '') === '')
  if (period) return { latest: period[1], text: period[2], fromAge: false }
  const [, before, until, word] = text.match(AT_LATEST) ?? []
  const date = parseDate(before ?? until ?? '')
  if (!date) return null
  // 以前 includes the year itself, より前 and `before` do not.
  const isIncluded = (word !== undefined && word !== 'より前') || date.month !== undefined
  return isIncluded
    ? { latest: date.year, text: `${date.year} or earlier`, fromAge: false }
    : { latest: date.year - 1, text: `before ${date.year}`, fromAge: false }
}

function aboutYear(year: number) {
  return `about ${year}`
}

function inBrackets(text: string) {
  return text.match(/\(([^()]*)\)/)?.[1]?.trim() ?? ''
}

function parseDate(text: string): YearAndMonth | null {
  const written = text.replace(IGNORED_WORDS, '')
  return (
    parseEra(written) ?? parseEarlierEra(written) ?? parseNumeric(written) ?? parseEnglish(written)
  )
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

function parseEarlierEra(text: string): YearAndMonth | null {
  const [whole = '', name, count = ''] = text.match(EARLIER_ERA_DATE) ?? []
  const at = EARLIER_ERAS.findIndex(([era]) => era === name)
  const [, first = 0] = EARLIER_ERAS[at] ?? []
  const [, next = 0] = EARLIER_ERAS[at + 1] ?? []
  const year = first + (count === '元' ? 1 : Number(count)) - 1
  // These years have lunar months, which differ from today's, so keep only the year.
  return at >= 0 && whole === text && year >= first && year <= next ? { year } : null
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
