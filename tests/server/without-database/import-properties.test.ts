import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PREFECTURES } from '#contract/prefectures.ts'
import { readLinksRecord } from '#server/import/records/links.ts'
import { readSpecRecord, SPEC_COLUMNS } from '#server/import/records/spec.ts'
import { toStorable } from '#server/import/records/storable.ts'
import { parseArea } from '#server/normalise/area.ts'
import { findCity } from '#server/normalise/city.ts'
import { parseConstructionDate } from '#server/normalise/construction-date.ts'
import { findUrl, parsePhone, parseUrl } from '#server/normalise/contact.ts'
import { parseLayout } from '#server/normalise/layout.ts'
import { parseMoment } from '#server/normalise/moment.ts'
import { parsePrefecture, splitAddress } from '#server/normalise/prefecture.ts'
import { parsePrice, toMoney } from '#server/normalise/price.ts'
import type { Reading } from '#server/normalise/reading.ts'
import { lineOf, readText } from '#server/normalise/text.ts'
import { houseRecord, TODAY } from '#tests/support/imports.ts'

const PIECES = [
  ...'0123456789０５９,，.．-/+ 　¥￥$円万億千百年月日昭和平成令元築約㎡m²坪LDKSR()（）:Tz@%',
  ...[
    '昭和',
    '令和',
    '明治',
    'Showa',
    'July',
    'about ',
    'circa',
    '頃',
    '(税込)',
    '応相談',
    'million',
  ],
  ...[
    'tsubo',
    'sq ft',
    'ha',
    'USD',
    'yen',
    'years',
    '以上',
    '兵庫県',
    'Hyōgo',
    '丹波市',
    ' City, ',
  ],
  ...[
    '0123-45-6789',
    '+81',
    'https://',
    'example.jp',
    '2025-03-31',
    '1975',
    '5,800',
    '\u0301',
    '\u200b',
  ],
]

/** Values as people write them, one of each kind. */
const VALUES = [
  ...[
    '¥5,800,000',
    '5.8 million yen',
    '1億2,000万円',
    '580万5千円（税込）',
    '$63,790',
    'US$63k',
    '相談',
  ],
  ...['98.54㎡ (29.80 tsubo)', '2000㎡以上', '29.8坪', '1,000 sq ft', '2ha', '9575.0'],
  ...[
    'July 1975',
    '昭和50年7月',
    '令和元年',
    'S50.7',
    '築49年',
    '49 years old',
    '1975/1/1',
    '昭和50年頃',
  ],
  ...[
    '4LDK+S（納戸）',
    '４ＬＤＫ',
    'ワンルーム',
    '兵庫県',
    'Hyōgo Prefecture',
    'Gumma',
    'Tōkyō-to',
  ],
  ...['(0795) 82-0001', '+81 79 123 4567', 'TEL：0577-73-6558まで', 'HTTP://EXAMPLE.JP/%0a?x=y#z'],
  ...['2025-03-31T09:00:00+09:00', '1743379200000', 'Kita-ku, Kobe-shi, Hyogo', '不詳', '＊＊＊'],
]

/** Texts that look more or less like values, and some that look like nothing at all. */
const writing = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...VALUES) },
  {
    weight: 3,
    arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((all) => all.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...PIECES), fc.constantFrom(1, 2000))
      .map(([piece, times]) => piece.repeat(times)),
  },
)

/** Texts are cheap to read, and there are many. */
fc.configureGlobal({ numRuns: 1000 })

/** Of each parser: what it may find, and the text that says the same again. */
interface Parser<T> {
  parse: (text: string) => Reading<T>
  isPossible: (value: T) => boolean
  show: (value: T) => string
}

function parser<T>(definition: Parser<T>) {
  return definition as Parser<unknown>
}

const isWithin = (number: number, min: number, max: number) => number >= min && number <= max

const PARSERS: Record<string, Parser<unknown>> = {
  'a price in yen': parser({
    parse: (text) => parsePrice(text, 'JPY'),
    isPossible: ({ amount, currency }) =>
      currency === 'JPY' ? isWithin(amount, 1, 150e9) : isWithin(amount, 0.01, 1e9),
    show: ({ amount, currency }) => `${currency} ${amount}`,
  }),
  'a price in dollars': parser({
    parse: (text) => parsePrice(text, 'USD'),
    isPossible: ({ amount, currency }) =>
      currency === 'JPY' ? isWithin(amount, 1, 150e9) : isWithin(amount, 0.01, 1e9),
    show: ({ amount, currency }) => `${currency} ${amount}`,
  }),
  'an area': parser({
    parse: parseArea,
    isPossible: (area) => isWithin(area, 0.01, 1e8) && area === Math.round(area * 100) / 100,
    show: String,
  }),
  'a date of construction': parser({
    parse: readYear,
    isPossible: ({ year, text }) => isWithin(year, 1300, 2026) && text.endsWith(String(year)),
    show: ({ text }) => text,
  }),
  'a floor plan': parser({
    parse: parseLayout,
    isPossible: (layout) => /^[1-9]\d?S?(LDK|DK|LK|K|R)$/.test(layout),
    show: String,
  }),
  'a prefecture': parser({
    parse: parsePrefecture,
    isPossible: (value) => PREFECTURES.some((one) => one.value === value),
    show: String,
  }),
  'a telephone number': parser({
    parse: parsePhone,
    isPossible: (number) => isWithin(number.replace(/\D/g, '').length, 8, 15),
    show: String,
  }),
  'an address on the web': parser({
    parse: parseUrl,
    isPossible: (url) => /^https?:\/\/[^/]/.test(url) && URL.canParse(url),
    show: String,
  }),
  'a moment': parser({
    parse: (text) => parseMoment(text, TODAY),
    isPossible: (moment) =>
      isWithin(moment.getTime(), Date.UTC(1995, 0), TODAY.getTime() + 86_400_000),
    show: (moment) => moment.toISOString(),
  }),
  'a text on a line': parser({
    parse: lineOf(60),
    isPossible: (line) => line.length <= 60 && !line.includes('\n'),
    show: String,
  }),
}

/** What is kept of a date, however it became known. */
function readYear(written: string): Reading<{ year: number; text: string }> {
  const reading = parseConstructionDate(written, TODAY)
  if (reading.kind !== 'read') return reading
  const { year, text } = reading.value
  return { kind: 'read', value: { year, text } }
}

describe.each(Object.entries(PARSERS))('%s', (_, { parse, isPossible, show }) => {
  test('is possible, or it is said why it is not known, whatever is written', () => {
    fc.assert(
      fc.property(writing, (text) => {
        const reading = parse(text)
        if (reading.kind === 'read') expect(isPossible(reading.value), text).toBe(true)
        else if (reading.kind !== 'blank') expect(reading.reason).toMatch(/^(is|holds|contains) .+/)
      }),
    )
  })

  test('is read again from how it is shown', () => {
    fc.assert(
      fc.property(writing, (text) => {
        const reading = parse(text)
        if (reading.kind === 'read') expect(parse(show(reading.value)), text).toEqual(reading)
      }),
    )
  })
})

test.each([
  'a price in yen',
  'a price in dollars',
  'an area',
  'a date of construction',
  'a floor plan',
  'a prefecture',
  'a telephone number',
])('%s is the same in wide letters, with other spaces around it', (name) => {
  const { parse } = PARSERS[name] as Parser<unknown>
  fc.assert(
    fc.property(writing, (text) => {
      fc.pre(text.length < 300)
      expect(parse(toWide(text)), text).toEqual(parse(text))
      expect(parse(`\u3000 ${text}\u00a0`), text).toEqual(parse(text))
    }),
  )
})

function toWide(text: string) {
  return text
    .replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
    .replaceAll(' ', '\u3000')
}

const yen = fc.integer({ min: 1, max: 1_500_000 }).map((man) => man * 10_000)

test('a price is the same in every way of writing it', () => {
  fc.assert(
    fc.property(yen, (amount) => {
      const man = amount / 10_000
      const [oku, rest] = [Math.floor(man / 10_000), man % 10_000]
      const ways = [
        ...[
          `${amount}`,
          `¥${amount.toLocaleString('en')}`,
          `${man}万円`,
          `${man.toLocaleString('en')}万`,
        ],
        ...[
          `${amount / 1e6} million yen`,
          `${amount.toLocaleString('en').replaceAll(',', '，')}円`,
        ],
        ...(oku > 0 ? [`${oku}億${rest > 0 ? `${rest}万` : ''}円`] : []),
      ]
      for (const way of ways) {
        const price = { kind: 'read', value: { amount, currency: 'JPY' } }
        expect(parsePrice(way, 'JPY'), way).toEqual(price)
      }
    }),
  )
})

test('of two prices the higher one is not the cheaper one in dollars, and neither is free', () => {
  fc.assert(
    fc.property(yen, yen, fc.integer({ min: 1, max: 10_000 }), (one, other, rate) => {
      const cents = (amount: number) => toMoney([{ amount, currency: 'JPY' }], rate).priceCents ?? 0
      expect(Math.sign(one - other) * (cents(one) - cents(other))).toBeGreaterThanOrEqual(0)
      expect(cents(one)).toBeGreaterThanOrEqual(1)
      expect(Number.isSafeInteger(cents(one))).toBe(true)
    }),
  )
})

test('an area is the same in every unit, as far as its two decimals go', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 10_000_000 }), (hundredths) => {
      const area = hundredths / 100
      const ways: [text: string, step: number][] = [
        [`${area}㎡`, 0],
        [`約${area.toLocaleString('en')}平米`, 0],
        [`${((area * 121) / 400).toFixed(4)}坪`, 0.01],
        [`${(area / 10_000).toFixed(6)}ha`, 0.01],
        [`${(area / 0.09290304).toFixed(3)} sq ft`, 0.01],
      ]
      for (const [way, step] of ways) {
        const reading = parseArea(way)
        const found = reading.kind === 'read' ? reading.value : Number.NaN
        expect(Math.abs(found - area), way).toBeLessThanOrEqual(step + 1e-9)
      }
    }),
  )
})

test('a text that was cleaned is clean', () => {
  fc.assert(
    fc.property(fc.oneof(writing, fc.anything()), (value) => {
      const reading = readText(value)
      if (reading.kind !== 'read') return
      expect(readText(reading.value)).toEqual(reading)
      expect(reading.value).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cs}]/u)
    }),
  )
})

test('of an address no more is found than it says', () => {
  fc.assert(
    fc.property(writing, (text) => {
      const { prefecture, rest } = splitAddress(text)
      if (prefecture) expect(PREFECTURES.some(({ value }) => value === prefecture)).toBe(true)
      const city = findCity(rest)
      if (city) expect(city.length).toBeLessThanOrEqual(60)
      const url = findUrl(text)
      if (url) expect(parseUrl(url)).toEqual({ kind: 'read', value: url })
    }),
  )
})

const context = { source: 'test', now: TODAY, jpyPerUsd: 150 }
/** Also what JSON cannot say, and names that objects have by themselves. */
const values = fc.oneof(
  writing,
  fc.anything(),
  fc.double(),
  fc.constantFrom(null, true, -0, Number.POSITIVE_INFINITY),
)
const names = fc.oneof(
  fc.constantFrom(...SPEC_COLUMNS, '__proto__', 'constructor', 'City', 'Remarks'),
  fc.string({ unit: 'binary', maxLength: 10 }),
)

describe('a record', () => {
  test('of any values is a listing of possible ones, or it is said why it is none', () => {
    fc.assert(
      fc.property(fc.dictionary(names, values), (fields) => {
        for (const reading of [
          readSpecRecord({ ...houseRecord(), ...fields }, context),
          readSpecRecord(fields, context),
          readLinksRecord(fields, context, ['house']),
        ]) {
          if (reading.kind === 'rejected') expect(reading.problem.reason).toMatch(/^\w+ .+/)
          if (reading.kind !== 'listing') continue
          const { priceYen, priceCents, buildingArea, landArea, constructionYear } = reading.listing
          for (const whole of [priceYen, priceCents, constructionYear]) {
            expect(whole === null || (Number.isSafeInteger(whole) && whole > 0)).toBe(true)
          }
          for (const area of [buildingArea, landArea]) {
            expect(area === null || isWithin(area, 0.01, 1e8)).toBe(true)
          }
          // No database takes these.
          expect(JSON.stringify(reading.listing)).not.toMatch(/\\u(0000|d[89a-f])/)
        }
      }),
    )
  })

  test('of any values can be kept as it was, or is said to be too deep', () => {
    fc.assert(
      fc.property(
        fc.dictionary(names, fc.jsonValue({ maxDepth: 30, noUnicodeString: false })),
        (fields) => {
          const storable = toStorable(fields)
          if (!storable) return
          expect(storable.json).not.toMatch(/\\u(0000|d[89a-f])/)
          expect(toStorable(storable.record)).toEqual(storable)
        },
      ),
    )
  })
})
