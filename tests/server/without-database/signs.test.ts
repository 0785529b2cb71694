import { describe, expect, test } from 'vitest'
import type { Facts } from '#contract/facts.ts'
import type { SignCode } from '#contract/signs.ts'
import { metresToStation } from '#normalise/access.ts'
import { parsePropertyType, parseStructure } from '#normalise/vocabulary.ts'
import { signsOf } from '#server/listings/marks.ts'

const NO_YEAR = { constructionYear: null, latestYear: null, constructionText: null }

describe('when the signs of a house are computed', () => {
  test.each<[Facts, SignCode[]]>([
    [{}, []],
    [{ farmland: true }, ['farmland-in-the-lot']],
    [{ land: 'paddy' }, ['registered-as-farmland']],
    [{ planning: 'control' }, ['urbanization-control-area']],
    [{ planning: 'outside' }, ['outside-the-control-area']],
    [{ sewage: 'pit' }, ['pit-toilet']],
    [{ sewage: 'septic', water: 'well' }, ['septic-tank', 'well-water']],
    [{ sewage: 'other', water: 'other' }, []],
    [{ ownership: 'fixed-term-superficies' }, ['leasehold-or-superficies']],
    [{ ownership: 'freehold' }, ['freehold']],
    [{ road: 'none', setback: true }, ['no-road-access', 'setback']],
    [{ road: 'corner' }, ['road-access']],
    [{ water: 'mains', sewage: 'sewer' }, ['mains-water-and-sewer', 'mains-water', 'sewer']],
    [{ parking: 'free' }, ['parking']],
    [{ parking: 'nearby' }, []],
    [{ parking: 'full' }, []],
    [{ station: 1000 }, ['station-within-1-km']],
    [{ station: 1001 }, []],
    [{ gas: 'city' }, ['city-gas']],
  ])('a house with the facts %j has the signs (watch-outs or good signs) %j', (facts, signs) => {
    expect(signsOf({ facts, ...NO_YEAR })).toEqual(signs)
  })

  test.each<[number | null, string | null, SignCode[]]>([
    [null, null, []],
    [1980, 'December 1980', ['before-the-1981-standard']],
    [1981, '1981', ['1981-standard-uncertain']],
    [1981, 'May 1981', ['before-the-1981-standard']],
    [1981, 'October 1981', ['1981-standard-uncertain']],
    [1982, '1982', ['built-since-1982']],
  ])(
    'a house built in %s, displayed as %s, has the signs (watch-outs or good signs) %j',
    (constructionYear, constructionText, signs) => {
      expect(signsOf({ facts: {}, ...NO_YEAR, constructionYear, constructionText })).toEqual(signs)
    },
  )

  test('a house from before the war is older than the earthquake standard, one from before 1990 is uncertain', () => {
    const builtBy = (latestYear: number) => signsOf({ facts: {}, ...NO_YEAR, latestYear })
    expect(builtBy(1944)).toEqual(['before-the-1981-standard'])
    expect(builtBy(1990)).toEqual([])
  })
})

test.each([
  ['笠岡駅 徒歩12分 / バス停 徒歩3分', 960],
  ['JR Tokaido, Atami Station: 9 min walk (720 m)', 720],
  ['西予駅 バス20分 徒歩2分', undefined],
  ['車で20分', undefined],
  ['ＪＲ山陽本線「笠岡」徒歩12分', 960],
  ['ＪＲ山陽本線「笠岡」歩2分', 160],
  ['徒歩8分 ／ ＪＲ山陽本線「笠岡」', 640],
  ['小田急線/経堂 徒歩6分', 480],
  ['ＪＲ山陽本線「笠岡」バス12分停歩3分', undefined],
  ['ＪＲ山陽本線「笠岡」1.8km', undefined],
  ['国道2号線 コンビニ 徒歩3分', undefined],
  ['「道の駅」徒歩5分', undefined],
  [null, undefined],
])('the directions “%s” state a walk of %s m from a station', (transportation, metres) => {
  expect(metresToStation(transportation)).toBe(metres)
})

test.each([
  [parseStructure, '軽量鉄骨', 'Light-gauge steel'],
  [parseStructure, '木造瓦葺2階建', 'Wood'],
  [parseStructure, '木造・一部鉄骨造', 'Wood, Steel'],
  [parseStructure, 'ＲＣ造', 'Reinforced concrete'],
  [parseStructure, 'Timber frame', 'Timber frame'],
  [parseStructure, '謎造', null],
  [parsePropertyType, '売戸建', 'House'],
  [parsePropertyType, '中古一戸建て', 'House'],
  [parsePropertyType, '売土地', 'Land'],
  [parsePropertyType, '貸家', 'House for rent'],
  [parsePropertyType, '店舗付住宅', 'House with a shop'],
  [parsePropertyType, 'Farmhouse', 'Farmhouse'],
  [parsePropertyType, '謎', null],
])(
  'the parser %o reads %s as %s, so that no Japanese text stays untranslated',
  (parse, text, expected) => {
    const reading = parse(text)
    expect(reading.kind === 'read' ? reading.value : null).toBe(expected)
  },
)
