import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PREFECTURES } from '#contract/prefectures.ts'
import { parseArea } from '#normalise/area.ts'
import { findCity } from '#normalise/city.ts'
import { parseConstructionDate } from '#normalise/construction-date.ts'
import { findPhone, findUrl, parsePhone, parseUrl } from '#normalise/contact.ts'
import { parseLayout, parseStatedLayout } from '#normalise/layout.ts'
import { parseMoment } from '#normalise/moment.ts'
import { offerIn, parseStatus, splitStatus } from '#normalise/offer.ts'
import { parsePrefecture, splitAddress } from '#normalise/prefecture.ts'
import { parsePrice, parseRent, toMoney } from '#normalise/price.ts'
import type { Reading } from '#normalise/reading.ts'
import { readText } from '#normalise/text.ts'
import { TODAY } from '#tests/support/imports.ts'

/** Returns the parsed value, or why there is none: `blank` or `unread`. */
function outcome<T>(reading: Reading<T>) {
  return reading.kind === 'read' ? reading.value : reading.kind
}

/** Generates texts that look like values, almost like values, or not at all like values. */
const valueText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(...'0123456789０５９,.-/+ ¥$円万億千百年月日昭和平成令元築約㎡m²坪LDKSR('),
      {
        maxLength: 14,
      },
    )
    .map((characters) => characters.join('')),
)

function toFullWidth(text: string) {
  return text.replace(/[!-~]/g, (character) =>
    String.fromCharCode(character.charCodeAt(0) + 0xfee0),
  )
}

describe('when a value of any type is read', () => {
  test('the importer rejects a text with more than thirty accents in a row, because normalizing it takes quadratic time', () => {
    const accents = (count: number) => `a${'\u0315\u0300'.repeat(count / 2)}`
    expect(outcome(readText(accents(30)))).toBe(accents(30).normalize('NFC'))
    expect(outcome(readText(accents(32)))).toBe('unread')
  })

  test.each([
    ['', 'blank'],
    [null, 'blank'],
    [undefined, 'blank'],
    [' \u3000\n', 'blank'],
    ['-', 'blank'],
    ['ー', 'blank'],
    ['－－', 'blank'],
    ['＊＊＊＊', 'blank'],
    ['***', 'blank'],
    ['不詳', 'blank'],
    ['指定なし', 'blank'],
    ['N/A', 'blank'],
    ['unknown', 'blank'],
    ['\u200b\ufeff', 'blank'],
    ['  Wood ', 'Wood'],
    ['Wood\u202e\u0007', 'Wood'],
    ['ガ', 'ガ'],
    ['one\r\ntwo', 'one\ntwo'],
    [98.5, '98.5'],
    [Number('1e309'), 'unread'],
    [Number.NaN, 'unread'],
    ['a\0b', 'unread'],
    ['a\ud800b', 'unread'],
    ['broken \ufffd bytes', 'unread'],
    [['a'], 'unread'],
    [{ a: 1 }, 'unread'],
    [true, 'unread'],
  ])('the importer reads the value %j as the text %j', (value, expected) => {
    expect(outcome(readText(value))).toBe(expected)
  })

  test('the importer drops a text of a million characters', () => {
    expect(outcome(readText('x'.repeat(1_000_000)))).toBe('unread')
    expect(outcome(parseUrl(`https://example.jp/${'x'.repeat(2000)}`))).toBe('unread')
  })
})

test('the importer looks for a number only in the first thousand characters (check 36)', () => {
  expect(outcome(parsePrice('ask '.repeat(250), 'JPY'))).toBe('blank')
  expect(outcome(parsePrice('ask '.repeat(251), 'JPY'))).toBe('unread')
  expect(outcome(parseArea(`98.5m²${'+'.padStart(994)}`))).toBe(98.5)
  expect(outcome(parseArea(`98.5m²${'+'.padStart(995)}`))).toBe('unread')
})

describe('when the state of an offer is read', () => {
  test.each([
    ['募集中', 'offered'],
    ['For Sale', 'offered'],
    ['商談中', 'negotiating'],
    ['商談中（2件）', 'negotiating'],
    ['申込あり', 'negotiating'],
    ['Under offer', 'negotiating'],
    ['成約済', 'contracted'],
    ['ご成約済み', 'contracted'],
    ['売約済', 'contracted'],
    ['売却済', 'sold'],
    ['SOLD OUT', 'sold'],
    ['取り下げ', 'withdrawn'],
    ['募集終了', 'withdrawn'],
    ['off market', 'withdrawn'],
    ['未成約', 'unread'],
    ['要修繕', 'unread'],
    ['unsold', 'unread'],
  ])('the status %s means %s', (text, status) => {
    expect(outcome(parseStatus(text))).toBe(status)
  })

  test.each([
    ['【成約】290万円', 'contracted', '290万円'],
    ['260万円（売却済）', 'sold', '260万円'],
    ['★商談中★ 島根県飯南町', 'negotiating', '島根県飯南町'],
    ['売約済', 'contracted', ''],
    ['売却済山荘前', undefined, '売却済山荘前'],
  ])('the value %s contains the status %s', (text, status, rest) => {
    expect(splitStatus(text)).toEqual({ status, rest })
  })

  test.each([
    ['売戸建', 'sale'],
    ['賃貸マンション', 'rent'],
    ['貸家', 'rent'],
    ['House for rent', 'rent'],
    ['売買・賃貸', 'both'],
    ['一戸建て（借地権付）', undefined],
    ['一戸建て（賃貸中）', undefined],
    ['Detached house', undefined],
  ])('a property of the type %s is for %s', (text, offer) => {
    expect(offerIn(text)).toBe(offer)
  })
})

describe('when a price is read', () => {
  test.each([
    ['¥5,800,000', 5_800_000],
    ['￥５，８００，０００', 5_800_000],
    ['5,800,000円', 5_800_000],
    ['JPY 5,800,000', 5_800_000],
    ['5800000', 5_800_000],
    ['5.8 million yen', 5_800_000],
    ['5.8 million', 5_800_000],
    ['5.8M yen', 5_800_000],
    ['580万円', 5_800_000],
    ['５８０万円', 5_800_000],
    ['580万', 5_800_000],
    ['580万円（税込）', 5_800_000],
    ['580万円 応相談', 5_800_000],
    ['580万5千円', 5_805_000],
    ['1億2,000万円', 120_000_000],
    ['1億2000万', 120_000_000],
    ['1.2億円', 120_000_000],
    ['1千万円', 10_000_000],
    ['2億5百万円', 205_000_000],
    ['¥9,800,000 ($63,790)', 9_800_000],
    ['1', 1],
    ['￥2,500,000-', 2_500_000],
    ['希望価格 640万円', 6_400_000],
    ['六百四十万円', 6_400_000],
    ['一億二千万円', 120_000_000],
    ['350万円（税込）', 3_500_000],
    ['1億4000', 140_000_000],
    ['3,5 Mio', 3_500_000],
    ['商談中 470万円', 4_700_000],
    ['【成約】470万円', 4_700_000],
  ])('the price %s is %d yen', (text, amount) => {
    expect(outcome(parsePrice(text, 'JPY'))).toEqual({ amount, currency: 'JPY' })
  })

  test.each([
    ['$63,790', 63_790],
    ['US$63,790', 63_790],
    ['USD 63,790.50', 63_790.5],
    ['63,790 dollars', 63_790],
    ['$1.2 million', 1_200_000],
    ['$63k', 63_000],
  ])('the price %s is %d dollars, even in a column of yen', (text, amount) => {
    expect(outcome(parsePrice(text, 'JPY'))).toEqual({ amount, currency: 'USD' })
  })

  test.each([
    ['約510万円', 5_100_000, 'about'],
    ['460万円程度', 4_600_000, 'about'],
    ['390万円～', 3_900_000, 'from'],
    ['390万円から', 3_900_000, 'from'],
    ['580万円〜600万円', 5_800_000, 'from'],
    ['1億3280万円～1億5000万円', 132_800_000, 'from'],
    ['500～600万円', 5_000_000, 'from'],
    ['5490万円・4890万円', 48_900_000, 'from'],
    ['３３０万円 値下げしました', 3_300_000, undefined],
    ['560万円→490万円', 4_900_000, undefined],
    ['720万円+税', 7_200_000, undefined],
    ['1955万円※権利金含む130万円', 19_550_000, undefined],
  ])('of the price %s, %d yen counts (%s), and the text stays', (written, amount, limit) => {
    const text = expect.any(String)
    expect(outcome(parsePrice(written, 'JPY'))).toEqual({ amount, currency: 'JPY', limit, text })
  })

  test.each(['0円', '０円', '¥0', '0万円', '無償', '無償譲渡', '無料', 'Free', 'free of charge'])(
    'the text %s gives a house away',
    (text) => {
      expect(outcome(parsePrice(text, 'JPY'))).toEqual({ amount: 0, currency: 'JPY' })
    },
  )

  test.each([
    ['4万円/月', 40_000],
    ['月額 45,000円', 45_000],
    ['家賃5.5万円', 55_000],
    ['¥40,000 per month', 40_000],
    ['5万円～6万円/月', 50_000],
  ])('the monthly rent %s is never a price', (text, rent) => {
    expect(outcome(parsePrice(text, 'JPY'))).toBe('unread')
    expect(outcome(parseRent(text))).toBe(rent)
  })

  test('a price without a currency sign has the currency of its column', () => {
    expect(outcome(parsePrice('63,790', 'USD'))).toEqual({ amount: 63_790, currency: 'USD' })
    expect(outcome(parsePrice('5.8 million yen', 'USD'))).toMatchObject({ currency: 'JPY' })
    expect(outcome(parsePrice('580万', 'USD'))).toMatchObject({ currency: 'JPY' })
  })

  test.each([
    '相談',
    '応相談',
    '要相談',
    'ASK',
    'お問い合わせください',
    '価格未定',
    'Price on request',
  ])('the text %s states no price', (text) => {
    expect(outcome(parsePrice(text, 'JPY'))).toBe('blank')
  })

  test.each([
    ...['0', '0.4', '999999999999999', '$2,000,000,000'].map((text) => [text, 'implausible']),
    ...[
      '-5',
      '5.800.000',
      '1,5',
      '12,34,567',
      '～600万円',
      '600万円以下',
      '300万円台',
      '1億2000円',
      '仲介手数料無料',
      '百二百万円',
      '万円',
      '億',
      '¥',
    ].map((text) => [text, 'unread']),
    ...['1e6', '0x10', '→', '12万34億', '土地200万円 建物300万円'].map((text) => [text, 'unread']),
  ])('the importer rejects the price %s and does not guess', (text, expected) => {
    expect(outcome(parsePrice(text, 'JPY'))).toBe(expected)
  })

  test('a price that is read from a nonsense text is never NaN, and zero only if the text says so', () => {
    fc.assert(
      fc.property(valueText, (text) => {
        const price = parsePrice(text, 'JPY')
        if (price.kind !== 'read') return
        expect(price.value.amount > 0 || /[0０]/.test(text)).toBe(true)
      }),
    )
  })

  test('a price in yen is read as the same amount in every notation', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (amount) => {
        const digits = amount.toLocaleString('en')
        const ten = Math.floor(amount / 10_000)
        const ways = [`¥${digits}`, `${digits}円`, toFullWidth(`¥${digits}`), String(amount)]
        if (ten > 0 && amount % 10_000 > 0) ways.push(`${ten}万${amount % 10_000}円`)
        for (const way of ways) {
          expect(outcome(parsePrice(way, 'JPY')), way).toEqual({ amount, currency: 'JPY' })
        }
      }),
    )
  })

  test('a price is stored in the stated currency, and a price in yen is also stored in US cents', () => {
    const yen = { amount: 5_800_000, currency: 'JPY' } as const
    const dollars = { amount: 40_000.5, currency: 'USD' } as const
    expect(toMoney([yen, null], 150)).toMatchObject({ priceYen: 5_800_000, priceCents: 3_866_667 })
    expect(toMoney([null, dollars], 150)).toMatchObject({ priceYen: null, priceCents: 4_000_050 })
    expect(toMoney([yen, dollars], 150)).toMatchObject({
      priceYen: 5_800_000,
      priceCents: 4_000_050,
    })
    expect(toMoney([{ amount: 1, currency: 'JPY' }], 500).priceCents).toBe(1)
    expect(toMoney([{ amount: 0, currency: 'JPY' }], 150)).toMatchObject({
      priceYen: 0,
      priceCents: 0,
    })
    expect(toMoney([null], 150)).toMatchObject({ priceYen: null, priceCents: null })
  })
})

describe('when an area is read', () => {
  test.each([
    ['98.5m²', 98.5],
    ['98.54㎡ (29.80 tsubo)', 98.54],
    ['９８．５４㎡（２９．８０坪）', 98.54],
    ['2000㎡以上', 2000],
    ['約98㎡', 98],
    ['1,234.5 sqm', 1234.5],
    ['98.5 平米', 98.5],
    ['98.5 square metres', 98.5],
    ['98.5', 98.5],
    ['29.8坪', 98.51],
    ['29.8 tsubo', 98.51],
    ['1,000 sq ft', 92.9],
    ['2ha', 20_000],
    ['5500000', 5_500_000],
    ['9575.0', 9575],
    ['198㎡（60坪）', 198],
    ['198㎡60坪', 198],
    ['1階50㎡ 2階48㎡', 98],
    ['1階：60.5㎡、2階：30.2㎡、延べ90.7㎡', 90.7],
    ['2反', 1983.47],
    ['1反5畝10歩', 1520.66],
    ['1町', 9917.36],
    ['3万㎡超', 30_000],
  ])('the area %s is %d m²', (text, squareMetres) => {
    expect(outcome(parseArea(text))).toBe(squareMetres)
  })

  test.each([
    ['0.0', 'implausible'],
    ['0.001㎡', 'implausible'],
    ['200000000', 'implausible'],
    ['約百坪', 'unread'],
    ['198㎡50坪', 'unread'],
    ['2階48㎡', 'unread'],
    ['1階50㎡ 3階48㎡', 'unread'],
    ['1階50㎡ 2階不明', 'unread'],
    ['1階50㎡ 2階48㎡ 延べ120㎡', 'unread'],
    ['反', 'unread'],
    ['50+48㎡', 'unread'],
    ['98.5 rooms', 'unread'],
    ['-98', 'unread'],
    ['1,5 m²', 'unread'],
  ])('the importer rejects the area %s and does not guess', (text, expected) => {
    expect(outcome(parseArea(text))).toBe(expected)
  })

  test('an area that is read from a nonsense text is never NaN and never zero', () => {
    fc.assert(
      fc.property(valueText, (text) => {
        const area = parseArea(text)
        if (area.kind === 'read') expect(area.value).toBeGreaterThan(0)
      }),
    )
  })

  test('an area in full-width digits is parsed like one in plain digits, with and without a unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (hundredths) => {
        const text = (hundredths / 100).toFixed(2)
        for (const way of [text, `${text}㎡`, `${text} m2`, toFullWidth(text)]) {
          expect(outcome(parseArea(way)), way).toBe(hundredths / 100)
        }
      }),
    )
  })
})

describe('when a construction date is read', () => {
  test.each([
    ['July 1975', 1975, 'July 1975'],
    ['Jul. 1975', 1975, 'July 1975'],
    ['July 15, 1975', 1975, 'July 1975'],
    ['15 July 1975', 1975, 'July 1975'],
    ['Sept 1975', 1975, 'September 1975'],
    ['1975年7月', 1975, 'July 1975'],
    ['１９７５年７月', 1975, 'July 1975'],
    ['1975年7月15日', 1975, 'July 1975'],
    ['1975年', 1975, '1975'],
    ['1975', 1975, '1975'],
    ['1975/7/1', 1975, 'July 1975'],
    ['1975/1/1', 1975, '1975'],
    ['1975年1月', 1975, 'January 1975'],
    ['1975.7', 1975, 'July 1975'],
    ['1975-07-01T00:00:00.000Z', 1975, 'July 1975'],
    ['昭和50年', 1975, '1975'],
    ['昭和５０年７月', 1975, 'July 1975'],
    ['昭和50年頃', 1975, '1975'],
    ['S50', 1975, '1975'],
    ['S50.7', 1975, 'July 1975'],
    ['令和元年', 2019, '2019'],
    ['平成元年12月', 1989, 'December 1989'],
    ['H31', 2019, '2019'],
    ['大正10年', 1921, '1921'],
    ['明治30年', 1897, '1897'],
    ['1975年7月(築51年)', 1975, 'July 1975'],
    ['築51年（1975年7月）', 1975, 'July 1975'],
    ['築49年', 1977, 'about 1977'],
    ['築約49年', 1977, 'about 1977'],
    ['49 years', 1977, 'about 1977'],
    ['49 years old', 1977, 'about 1977'],
    ['about 1977', 1977, 'about 1977'],
    ['2026', 2026, '2026'],
    ['1900/1/1', 1900, '1900'],
    ['1947年ごろ築', 1947, '1947'],
    ['天保7年', 1836, '1836'],
    ['慶応元年', 1865, '1865'],
    ['昭和五十六年七月', 1981, 'July 1981'],
    ['築70年ほど', 1956, 'about 1956'],
  ])(
    'the importer reads the construction date %s as the year %d, and the page shows it as %s',
    (text, year, shown) => {
      expect(outcome(parseConstructionDate(text, TODAY))).toMatchObject({ year, text: shown })
    },
  )

  test.each([
    ['戦前', 1944, 'before 1945'],
    ['築100年以上', 1926, 'over 100 years old'],
    ['築百年以上', 1926, 'over 100 years old'],
    ['over 80 years old', 1946, 'over 80 years old'],
    ['昭和20年以前', 1945, '1945 or earlier'],
    ['before 1950', 1949, 'before 1950'],
    ['明治時代', 1912, 'Meiji era (1868–1912)'],
    ['江戸時代末期', 1867, 'Edo era (until 1867)'],
  ])('a house of %s has no year, was built by %d, and the page shows %s', (text, latest, shown) => {
    const expected = { year: null, latest, text: shown }
    expect(outcome(parseConstructionDate(text, TODAY))).toMatchObject(expected)
  })

  test.each([
    ['2027', 'implausible'],
    ['2045/1/1', 'implausible'],
    ['令和50年', 'implausible'],
    ['0975', 'implausible'],
    ['築不詳', 'blank'],
    ['昭和初期', 'unread'],
    ['昭和65年', 'unread'],
    ['昭和0年', 'unread'],
    ['49年', 'unread'],
    ['50年以上', 'unread'],
    ['戦後', 'unread'],
    ['天保20年', 'unread'],
    ['築10年未満', 'unread'],
    ['1975/13/1', 'unread'],
    ['75', 'unread'],
    ['Movember 1975', 'unread'],
  ])('the importer rejects the construction date %s and does not guess', (text, expected) => {
    expect(outcome(parseConstructionDate(text, TODAY))).toBe(expected)
  })

  test('if a nonsense text is read as a construction date, the year is plausible and not in the future', () => {
    fc.assert(
      fc.property(valueText, (text) => {
        const date = parseConstructionDate(text, TODAY)
        if (date.kind !== 'read') return
        const last = date.value.year ?? date.value.latest
        expect(last).toBeGreaterThanOrEqual(1300)
        expect(last).toBeLessThanOrEqual(2026)
        expect(date.value.text).not.toMatch(/undefined|NaN/)
      }),
    )
  })

  test.each([
    ['昭和', 1925, 64],
    ['平成', 1988, 31],
    ['令和', 2018, 8],
  ])(
    'in a construction date, the first year of the era %s is the year after %d',
    (era, before, length) => {
      for (let number = 1; number <= length; number += 1) {
        const reading = parseConstructionDate(`${era}${number}年3月`, TODAY)
        expect(outcome(reading)).toMatchObject({ year: before + number })
      }
    },
  )
})

describe('when a layout is read', () => {
  test.each([
    ['4LDK', '4LDK'],
    ['４ＬＤＫ', '4LDK'],
    ['4 ldk', '4LDK'],
    ['4SLDK', '4SLDK'],
    ['4LDK+S', '4SLDK'],
    ['4LDK＋S（納戸）', '4SLDK'],
    ['4LK', '4LK'],
    ['13DK', '13DK'],
    ['1K', '1K'],
    ['8R', '8R'],
    ['ワンルーム', '1R'],
    ['R', 'blank'],
    ['K', 'unread'],
    ['DK', 'unread'],
    ['0LDK', 'unread'],
    ['100LDK', 'unread'],
    ['4LDKK', 'unread'],
  ])('the importer reads the layout %s as %s', (text, expected) => {
    expect(outcome(parseLayout(text))).toBe(expected)
  })

  test.each([
    ['4LDK', '4LDK', null],
    ['4LDK+WIC', '4LDK', '4LDK+WIC'],
    ['３ＬＤＫ＋ＷＩＣ＋ＳＩＣ', '3LDK', '３ＬＤＫ＋ＷＩＣ＋ＳＩＣ'],
    ['6DK+土間', '6DK', '6DK+土間'],
    ['7DK以上', '7DK', '7DK以上'],
    ['母屋5DK／離れ2K', '5DK', '母屋5DK／離れ2K'],
    ['4LDK・離れ1K', '4LDK', '4LDK・離れ1K'],
    ['4L・DK', '4LDK', null],
    ['和室5室', '5R', '和室5室'],
    ['6LLDDKK', '6LDK', '6LLDDKK'],
    ['6LDDK', '6LDK', '6LDDK'],
    ['4LD', '4LD', null],
    ['3LD+S', '3SLD', null],
    ['3LDK+ロフト', '3LDK', '3LDK+ロフト'],
    ['3LDK+2S(納戸)', '3SLDK', null],
    ['3LDK・納戸', '3SLDK', null],
    ['3LDK+SIC', '3LDK', '3LDK+SIC'],
    ['2世帯（5LDK+2LDK）', '7R', '2世帯（5LDK+2LDK）'],
    ['和室4室・洋室2室', '6R', '和室4室・洋室2室'],
    ['3〜4LDK', null, '3〜4LDK'],
    ['2LDK/3LDK', null, '2LDK/3LDK'],
    ['1階3DK 2階2室', null, '1階3DK 2階2室'],
  ])('of the stated layout %s, filters use %s and pages show %s', (text, layout, layoutText) => {
    expect(outcome(parseStatedLayout(text))).toEqual({ layout, layoutText })
  })

  test.each(['一戸建', 'K'])(
    'the importer keeps no layout of %s, which counts no rooms',
    (text) => {
      expect(outcome(parseStatedLayout(text))).toBe('unread')
    },
  )

  test('full-width letters do not change how the importer reads a room layout such as 3LDK, and every result has a known form', () => {
    const layout = fc
      .tuple(fc.integer({ min: 1, max: 99 }), fc.constantFrom('', 'S'), fc.constantFrom('LDK', 'K'))
      .map((parts) => parts.join(''))
    fc.assert(fc.property(layout, (text) => outcome(parseLayout(toFullWidth(text))) === text))
    fc.assert(
      fc.property(valueText, (text) => {
        const reading = parseLayout(text)
        if (reading.kind === 'read') expect(reading.value).toMatch(/^[1-9]\d?S?(LDK|DK|LK|K|R)$/)
      }),
    )
  })
})

describe('when a prefecture is read', () => {
  test.each(PREFECTURES)(
    'the importer reads the prefecture $japanese as $value in every usual form',
    ({ japanese, display, value }) => {
      const short = japanese === '北海道' ? japanese : japanese.slice(0, -1)
      const forms = [
        ...[japanese, short, display, value, display.toUpperCase(), toFullWidth(display)],
        ...[`${display} Prefecture`, `${display}-ken`, `${display} Ken`],
      ]
      for (const form of forms) expect(outcome(parsePrefecture(form)), form).toBe(value)
    },
  )

  test.each([
    ['Hyōgo', 'hyogo'],
    ['Hyōgo Prefecture', 'hyogo'],
    ['Hyougo', 'hyogo'],
    ['Tōkyō-to', 'tokyo'],
    ['Ōsaka-fu', 'osaka'],
    ['Oosaka', 'osaka'],
    ['Ohita', 'oita'],
    ['Hokkai-dō', 'hokkaido'],
    ['Kouchi', 'kochi'],
    ['Gumma', 'gunma'],
    ['Narnia', 'unread'],
    ['兵庫県丹波市', 'unread'],
  ])('the prefecture %s is read as %s', (text, expected) => {
    expect(outcome(parsePrefecture(text))).toBe(expected)
  })
})

describe('when an address is read', () => {
  test.each([
    ['兵庫県丹波市氷上町1', 'hyogo', '丹波市'],
    ['〒669-3601 兵庫県丹波市氷上町', 'hyogo', '丹波市'],
    ['兵庫県神戸市北区有馬町', 'hyogo', '神戸市北区'],
    ['富山県下新川郡朝日町泊', 'toyama', '下新川郡朝日町'],
    ['東京都港区六本木1', 'tokyo', '港区'],
    ['三重県四日市市中町', 'mie', '四日市市'],
    ['奈良県高市郡明日香村', 'nara', '高市郡明日香村'],
    ['北海道余市郡余市町1', 'hokkaido', '余市郡余市町'],
    ['福島県郡山市市場', 'fukushima', '郡山市'],
    ['東京都新島村本村', 'tokyo', '新島村'],
    ['丹波市氷上町', null, '丹波市'],
    ['Tanba City, Hyogo', 'hyogo', 'Tanba City'],
    ['12 Foo, Tamba-shi', null, 'Tamba City'],
    ['12 Foo, Tamba-shi, Hyōgo Prefecture 669-3601, Japan', 'hyogo', 'Tamba City'],
    ['Honmachi, Tanba City, Hyogo', 'hyogo', 'Tanba City'],
    ['Kita-ku, Kobe-shi, Hyogo', 'hyogo', 'Kobe City, Kita Ward'],
    ['Asahi-machi, Shimoniikawa-gun, Toyama', 'toyama', 'Asahi Town'],
    ['Somewhere nice', null, null],
  ])('the address %s is in the prefecture %s and the city %s', (text, prefecture, city) => {
    const address = splitAddress(text)
    expect([address.prefecture, findCity(address.rest)]).toEqual([prefecture, city])
  })
})

describe('when a contact is read', () => {
  test.each([
    ['0123-45-6789', '0123-45-6789'],
    ['０９９６－３６－２２８８', '0996-36-2288'],
    ['TEL：0577-73-6558まで', '0577-73-6558'],
    ['地域協働課（0950-22-9105）', '0950-22-9105'],
    ['(0795) 82-0001', '(0795) 82-0001'],
    ['03(1234)5678', '03(1234)5678'],
    ['+81 79 123 4567', '+81 79 123 4567'],
    ['0795820001', '0795820001'],
    ['2024.10.1', 'unread'],
    ['12-3', 'unread'],
    ['795820001', 'unread'],
    ['09-1234-5678-9012-3456', 'unread'],
  ])('the contact %s has the telephone number %s', (text, expected) => {
    expect(outcome(parsePhone(text))).toBe(expected)
  })

  test('a number in a link is not a telephone number', () => {
    expect(findPhone('https://example.jp/24-03-02-00004/0996-36-2288')).toBeNull()
  })

  test.each([
    ['https://example.jp/x?y=1', 'https://example.jp/x?y=1'],
    ['HTTP://EXAMPLE.JP', 'http://example.jp/'],
    ['javascript:alert(1)', 'unread'],
    ['JavaScript://example.jp/%0aalert(1)', 'unread'],
    ['data:text/html,x', 'unread'],
    ['https://name:secret@example.jp/', 'unread'],
    ['https://', 'unread'],
    ['//example.jp', 'unread'],
  ])('the importer reads the web address %s as %s', (text, expected) => {
    expect(outcome(parseUrl(text))).toBe(expected)
  })

  test('a web address ends where Japanese text begins', () => {
    expect(findUrl('詳細は（https://example.jp/377715/）居住期間が短く')).toBe(
      'https://example.jp/377715/',
    )
    expect(findUrl('No address')).toBeNull()
  })

  test('no text becomes a link that runs a script', () => {
    fc.assert(
      fc.property(fc.oneof(valueText, fc.webUrl(), fc.string()), (text) => {
        const url = parseUrl(text)
        if (url.kind === 'read') expect(url.value).toMatch(/^https?:\/\//)
      }),
    )
  })
})

describe('when a point in time is read', () => {
  test.each([
    ['2025-03-31T09:00:00Z', '2025-03-31T09:00:00.000Z'],
    ['2025-03-31T09:00:00+09:00', '2025-03-31T00:00:00.000Z'],
    ['2025-03-31 09:00:00', '2025-03-31T09:00:00.000Z'],
    ['2025-03-31', '2025-03-31T00:00:00.000Z'],
    ['1743379200000', '2025-03-31T00:00:00.000Z'],
  ])('the importer reads the time %s as %s', (text, expected) => {
    expect(outcome(parseMoment(text, TODAY))).toEqual(new Date(expected))
  })

  test.each([
    ['2099-01-01', 'implausible'],
    ['0000-01-01', 'implausible'],
    ['2025-02-31T00:00:99Z', 'unread'],
    ['March 1', 'unread'],
    ['1', 'unread'],
  ])('the importer rejects the time %s, with the reason: %s', (text, expected) => {
    expect(outcome(parseMoment(text, TODAY))).toBe(expected)
  })
})
