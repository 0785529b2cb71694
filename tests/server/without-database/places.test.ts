import { createReadStream } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { romanise } from '#normalise/romanise.ts'
import type { Place } from '#search/places/place.ts'
import { openFile } from '#server/imports/reading/open.ts'
import { readLinksRecord } from '#server/imports/reading/records/links.ts'
import { readDefaultPlaces } from '#server/places/default-places.ts'
import { englishName } from '#server/places/english-name.ts'
import { createMatcher } from '#server/places/match-place.ts'
import { AKIYA_BANK_CSV } from '#tests/support/akiya-bank.ts'

test.each([
  ['おおさか', 'osaka'],
  ['こうふ', 'kofu'],
  ['ちゅうおう', 'chuo'],
  ['じょうえつ', 'joetsu'],
  ['しゃり', 'shari'],
  ['ほっかいどう', 'hokkaido'],
  ['はっちょうぼり', 'hatchobori'],
  ['たんば', 'tanba'],
  ['なんよう', 'nan-yo'],
  ['ニセコ', 'niseko'],
  ['ﾆｾｺ', 'niseko'],
  ['センター', 'senta'],
])('the kana %s are romanised as %s', (kana, letters) => {
  expect(romanise(kana)).toBe(letters)
})

test.each([
  ['西予市', 'せいよし', 'Seiyo'],
  ['勝浦町', 'かつうらちょう', 'Katsuura'],
  ['市川三郷町', 'いちかわみさとちょう', 'Ichikawamisato'],
  ['新庄村', 'しんじょうそん', 'Shinjo'],
  ['大町町', 'おおまちちょう', 'Omachi'],
  ['南アルプス市', 'みなみあるぷすし', 'Minami-Alps'],
])(
  'the English name of %s leaves out the ending for city, town or village, and shortens long vowels except where two words meet',
  (japanese, kana, english) => {
    expect(englishName(japanese, kana)).toBe(english)
  },
)

describe('when the default places are loaded', () => {
  let places: Place[]
  let matchPlace: ReturnType<typeof createMatcher>['matchPlace']
  beforeAll(async () => {
    places = await readDefaultPlaces()
    matchPlace = createMatcher(places).matchPlace
  })
  const find = (prefecture: string, city: string | null, location: string | null = null) =>
    matchPlace({ prefecture, city, location })?.english

  test('the default places contain every prefecture, municipality and ward once', () => {
    expect(places.filter(({ code }) => code.length === 2)).toHaveLength(47)
    expect(places).toHaveLength(47 + 1918)
    const municipalities = places.filter(({ code }) => code.length === 5)
    const names = municipalities.map(({ prefecture, english }) => `${english}, ${prefecture}`)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/^[A-Za-z ,()-]+$/.test(name))).toEqual([])
  })

  test('the default places lie in Japan, and state their precision', () => {
    for (const { latitude, longitude } of places) {
      expect(latitude).toBeGreaterThan(24)
      expect(latitude).toBeLessThan(46)
      expect(longitude).toBeGreaterThan(122)
      expect(longitude).toBeLessThan(149)
    }
    const exact = places.filter(({ precision }) => precision === 'municipality')
    expect(exact.length).toBeGreaterThan(1200)
  })

  test.each([
    ['ehime', '西予市', 'Seiyo'],
    ['toyama', '下新川郡朝日町', 'Asahi'],
    ['toyama', '朝日町', 'Asahi'],
    ['fukushima', '郡山市', 'Koriyama'],
    ['hyogo', '赤穂郡上郡町', 'Kamigori'],
    ['hokkaido', '札幌市手稲区前田', 'Teine Ward, Sapporo'],
    ['kyoto', '上京区', 'Kamigyo Ward, Kyoto'],
    ['tokyo', '八丈島八丈町', 'Hachijo'],
    ['tokyo', '文京区', 'Bunkyo'],
    ['ibaraki', '龍ヶ崎市', 'Ryugasaki'],
    ['ibaraki', '竜が崎市', 'Ryugasaki'],
    ['miyagi', '塩竈市', 'Shiogama'],
    ['hyogo', '兵 庫 県 丹　波 市', 'Tanba'],
    ['hyogo', '篠山市', 'Tanbasasayama'],
    ['shizuoka', '浜松市西区', 'Chuo Ward, Hamamatsu'],
    ['shizuoka', '浜松市北区', 'Hamamatsu'],
    ['yamanashi', '甲府', 'Kofu'],
    ['kochi', '四万十市', 'Shimanto City'],
    ['kochi', '高岡郡四万十町', 'Shimanto Town'],
    ['hokkaido', '檜山郡江差町', 'Esashi (Hiyama)'],
    ['hyogo', 'Tanba City', 'Tanba'],
    ['hyogo', 'Tamba-shi', 'Tanba'],
    ['ehime', 'Ōzu', 'Ozu'],
    ['okayama', 'Okayama City, Kita Ward', 'Kita Ward, Okayama'],
    ['nagano', 'Kiso Village', 'Kiso Village'],
  ])('in the prefecture %s, the city %s is found as %s', (prefecture, city, english) => {
    expect(find(prefecture, city)).toBe(english)
  })

  test.each([
    ['丹波市柏原町柏原1', 'Tanba'],
    ['三原市大和町大草1', 'Mihara'],
    ['宇和島市', 'Uwajima'],
    ['京都市中京区烏丸通三条上る', 'Nakagyo Ward, Kyoto'],
    ['高岡郡四万十町', 'Shimanto Town'],
    ['府中市本町1', undefined],
    ['朝日町1-2', undefined],
    ['甲府', undefined],
    ['北区', undefined],
    ['Tanba City', undefined],
  ])(
    'without a prefecture, %s is found as %s, if only one municipality of Japan has the name',
    (location, english) => {
      expect(matchPlace({ prefecture: null, city: null, location })?.english).toBe(english)
    },
  )

  test('if the source states no municipality, the place is found in the address', () => {
    expect(find('ehime', null, '愛媛県西予市宇和町卯之町1-1')).toBe('Seiyo')
    expect(find('hyogo', null, '12 Kaibara, Tanba City')).toBe('Tanba')
  })

  test.each([
    ['kyoto', 'Ine, Kyoto', 'Ine'],
    ['aomori', '1-2 Motomachi, Kuroishi, Aomori', 'Kuroishi'],
    ['akita', 'Odate, Akita, Japan', 'Odate'],
    ['akita', 'Akita, Akita', 'Akita'],
    ['akita', 'Akita', 'Akita'],
    ['hyogo', 'Kobe, Hyogo', 'Kobe'],
    ['hyogo', 'Hyogo Ward, Kobe, Hyogo', 'Hyogo Ward, Kobe'],
    ['okayama', 'Kita Ward, Okayama', 'Kita Ward, Okayama'],
    ['aomori', 'Kuroishi, Aomori (青森県黒石市1-2)', 'Kuroishi'],
    ['hyogo', 'Kobe, Hyogo (兵庫県神戸市北区東1)', 'Kita Ward, Kobe'],
  ])(
    'in the prefecture %s, the place of the address %s is %s, even if a municipality or ward has the same name as the prefecture',
    (prefecture, address, english) => {
      expect(find(prefecture, null, address)).toBe(english)
    },
  )

  test.each([
    ['osaka', '北区'],
    ['hokkaido', 'Esashi Town'],
    ['ehime', '甲府市'],
    ['ehime', 'どこか'],
    ['ehime', ''],
  ])(
    'in the prefecture %s, the city %s is not found, because its name is unknown or ambiguous',
    (prefecture, city) => {
      expect(find(prefecture, city)).toBeUndefined()
    },
  )

  test.skipIf(!AKIYA_BANK_CSV)(
    'a default place is found for every house of the akiya bank',
    async () => {
      const context = { source: 'test', asOf: null, now: new Date(), jpyPerUsd: 150, rents: false }
      const file = await openFile(createReadStream(AKIYA_BANK_CSV ?? ''), { format: 'links' })
      const found: (Place | null)[] = []
      for await (const row of file.rows) {
        if ('problem' in row) continue
        const reading = readLinksRecord(row.record, context, ['house'])
        if (reading.kind === 'listing') found.push(matchPlace(reading.listing))
      }
      const known = found.filter((place) => place !== null)
      const exact = known.filter(({ precision }) => precision === 'municipality')
      expect([found.length, known.length, exact.length]).toEqual([4883, 4883, 4271])
    },
  )
})
