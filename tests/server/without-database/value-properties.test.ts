import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PREFECTURES } from '#contract/prefectures.ts'
import { parseArea } from '#normalise/area.ts'
import { findCity } from '#normalise/city.ts'
import { parseConstructionDate } from '#normalise/construction-date.ts'
import { findUrl, parsePhone, parseUrl } from '#normalise/contact.ts'
import { parseLayout } from '#normalise/layout.ts'
import { parseMoment } from '#normalise/moment.ts'
import { parsePrefecture, splitAddress } from '#normalise/prefecture.ts'
import { parsePrice } from '#normalise/price.ts'
import { type Reading, read } from '#normalise/reading.ts'
import { readLine, readText } from '#normalise/text.ts'
import { TODAY } from '#tests/support/imports.ts'
import { valueText } from '#tests/support/value-texts.ts'

/** `show` formats a value as a text, from which `parse` must read the same value. */
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
    parse: (text) => readAmount(text, 'JPY'),
    isPossible: ({ amount, currency }) =>
      currency === 'JPY' ? isAmount(amount, 1, 150e9) : isAmount(amount, 0.01, 1e9),
    show: ({ amount, currency }) => `${currency} ${amount}`,
  }),
  'a price in dollars': parser({
    parse: (text) => readAmount(text, 'USD'),
    isPossible: ({ amount, currency }) =>
      currency === 'JPY' ? isAmount(amount, 1, 150e9) : isAmount(amount, 0.01, 1e9),
    show: ({ amount, currency }) => `${currency} ${amount}`,
  }),
  'an area': parser({
    parse: parseArea,
    isPossible: (area) => isWithin(area, 0.01, 1e8) && area === Math.round(area * 100) / 100,
    show: String,
  }),
  'a date of construction': parser({
    parse: readYear,
    isPossible: ({ year, latest, text }) =>
      isWithin(year ?? latest ?? 0, 1300, 2026) &&
      (year === null ? /^(?:before|over) |earlier$| era /.test(text) : text.endsWith(String(year))),
    show: ({ text }) => text,
  }),
  'a floor plan': parser({
    parse: parseLayout,
    isPossible: (layout) => /^[1-9]\d?S?(LDK|DK|LK|LD|K|R)$/.test(layout),
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
    parse: readLine(60),
    isPossible: (line) => line.length <= 60 && !line.includes('\n'),
    show: String,
  }),
}

/** A price of zero gives a house away. */
function isAmount(amount: number, min: number, max: number) {
  return amount === 0 || isWithin(amount, min, max)
}

/** Reads a price without what the source states besides. */
function readAmount(written: string, column: 'JPY' | 'USD') {
  const reading = parsePrice(written, column)
  if (reading.kind !== 'read') return reading
  const { amount, currency } = reading.value
  return read({ amount, currency })
}

/** Reads the year and the text of a construction date in any notation. */
function readYear(written: string) {
  const reading = parseConstructionDate(written, TODAY)
  if (reading.kind !== 'read') return reading
  const { year, latest, text } = reading.value
  return read({ year, latest, text })
}

describe.each(Object.entries(PARSERS))('parsing %s', (_, { parse, isPossible, show }) => {
  test('for any text, the parser returns a plausible value, reports a blank text, or gives a reason for rejecting the text', () => {
    fc.assert(
      fc.property(valueText, (text) => {
        const reading = parse(text)
        if (reading.kind === 'read') expect(isPossible(reading.value), text).toBe(true)
        else if (reading.kind !== 'blank')
          expect(reading.reason).toMatch(/^(is|holds|contains|cannot) .+/)
      }),
    )
  })

  test('a parsed value can be read again from its displayed text', () => {
    fc.assert(
      fc.property(valueText, (text) => {
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
])('full-width letters and surrounding spaces do not change how %s is read', (name) => {
  const { parse } = PARSERS[name] as Parser<unknown>
  fc.assert(
    fc.property(valueText, (text) => {
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

test('cleaning a text twice gives the same result as cleaning it once', () => {
  fc.assert(
    fc.property(fc.oneof(valueText, fc.anything()), (value) => {
      const reading = readText(value)
      if (reading.kind !== 'read') return
      expect(readText(reading.value)).toEqual(reading)
      expect(reading.value).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cs}]/u)
    }),
  )
})

test('in any text, the parsers find only known prefectures, city names of limited length and valid links', () => {
  fc.assert(
    fc.property(valueText, (text) => {
      const { prefecture, rest } = splitAddress(text)
      if (prefecture) expect(PREFECTURES.some(({ value }) => value === prefecture)).toBe(true)
      const city = findCity(rest)
      if (city) expect(city.length).toBeLessThanOrEqual(60)
      const url = findUrl(text)
      if (url) expect(parseUrl(url)).toEqual({ kind: 'read', value: url })
    }),
  )
})
