import { beforeAll, describe, expect, test } from 'vitest'
import { type AccessNames, openAccessNames } from '#server/stations/access-names.ts'
import { describeWays } from '#server/stations/describe-ways.ts'
import { openDictionary } from '#server/stations/dictionary.ts'
import { lineName } from '#server/stations/line-names.ts'
import { createStationNames } from '#server/stations/station-names.ts'
import { CHECKED_STATIONS } from '#tests/support/checked-stations.ts'

let stationName: ReturnType<typeof createStationNames>
let names: AccessNames
beforeAll(async () => {
  names = await openAccessNames()
  stationName = createStationNames(await openDictionary())
})

test('the names of stations in the akiya bank are spelt as on the signs at the stations', () => {
  expect(CHECKED_STATIONS).toHaveLength(200)
  const spelt = CHECKED_STATIONS.map(([line, name]) => [line, name, stationName(name, line)])
  expect(spelt).toEqual(CHECKED_STATIONS)
})

describe("when a station's name is spelt in English", () => {
  test.each([
    ['with a reading of its own', '新居浜', 'Niihama'],
    ['in kana', 'むつ', 'Mutsu'],
    ['named after a province', '肥前山口', 'Hizen-Yamaguchi'],
    ['named after a hot spring', '武雄温泉', 'Takeo-Onsen'],
    ['whose second word begins with a vowel', '豊浦', 'Toyoura'],
    ['of which some letters are the same by chance', '新田原', 'Shindenbaru'],
  ])('the name of a station %s is written in Latin letters: %s becomes %s', (_, name, spelling) => {
    expect(stationName(name, null)).toBe(spelling)
  })

  test.each([
    ['has several readings', '三田'],
    ['has a loanword', '西春江ハートピア'],
    ['is in no dictionary', '火星中央'],
  ])('if the name of a station %s, the station has no English name: %s', (_, name) => {
    expect(stationName(name, null)).toBeNull()
  })

  test('stations that are written with the same characters are told apart by their lines', () => {
    expect(stationName('三田', 'JR福知山線')).toBe('Sanda')
    expect(stationName('加太', 'JR関西本線')).toBe('Kabuto')
    expect(stationName('加太', '南海加太線')).toBe('Kada')
  })
})

test.each([
  ['JR予讃線', 'JR Yosan Line'],
  ['JR山陽新幹線', 'JR Sanyo Shinkansen'],
  ['近鉄吉野線', 'Kintetsu Yoshino Line'],
  ['山陽電鉄本線', 'Sanyo Electric Railway Main Line'],
  ['上信電鉄', 'Joshin Railway'],
  ['JR火星線', null],
  ['火星鉄道', null],
])('the line %s is %s in English', (line, name) => {
  expect(lineName(line)).toBe(name)
})

describe('when directions in free text are translated', () => {
  test.each([
    ['予讃線 宇和島駅 徒歩10分', 'Yosan Line, Uwajima Station: 10 min walk'],
    ['ＪＲ予讃線「宇和島」駅より徒歩約１０分', 'JR Yosan Line, Uwajima Station: 10 min walk'],
    ['最寄駅：JR宇和島駅から約2.3km', 'Uwajima Station: 2.3 km'],
    ['名鉄笠岡駅', 'Meitetsu, Kasaoka Station'],
    [
      'JR予讃線宇和島駅 バス15分 停歩3分',
      'JR Yosan Line, Uwajima Station: 15 min by bus, then 3 min walk',
    ],
    ['宇和島駅 車で5分', 'Uwajima Station: 5 min by car'],
    ['JR福知山線三田駅 徒歩50分', 'JR Fukuchiyama Line, Sanda Station: 4 km'],
    ['福知山線三田駅', 'Fukuchiyama Line, Sanda Station'],
    ['三田駅 徒歩5分', 'Station: 5 min walk'],
    ['予讃線 火星駅 徒歩5分', 'Yosan Line station: 5 min walk'],
    ['火星線 宇和島駅', 'Uwajima Station'],
    ['バス停「役場前」徒歩3分', 'Bus stop: 3 min walk'],
    ['ＪＲ予讃線「宇和島」徒歩12分', 'JR Yosan Line, Uwajima Station: 12 min walk'],
    ['ＪＲ予讃線「宇和島」歩2分', 'JR Yosan Line, Uwajima Station: 2 min walk'],
    ['ＪＲ予讃線「宇和島」徒歩25分～28分', 'JR Yosan Line, Uwajima Station: 25 min walk'],
    ['ＪＲ予讃線「宇和島」1.8km', 'JR Yosan Line, Uwajima Station: 1.8 km'],
    [
      'ＪＲ予讃線「宇和島」バス6分新道歩1分',
      'JR Yosan Line, Uwajima Station: 6 min by bus, then 1 min walk',
    ],
  ])('the directions %s become %s, followed by the Japanese text', (way, english) => {
    expect(describeWays(way, names)).toBe(`${english} · ${way}`)
  })

  test.each([
    ['小田急線/経堂 徒歩6分', 'Odakyu Line, Kyodo Station: 6 min walk · 小田急線 経堂 徒歩6分'],
    [
      '徒歩8分 ／ ＪＲ予讃線「宇和島」',
      'JR Yosan Line, Uwajima Station: 8 min walk · ＪＲ予讃線「宇和島」 徒歩8分',
    ],
    [
      'ＪＲ予讃線 宇和島駅/車6分',
      'JR Yosan Line, Uwajima Station: 6 min by car · ＪＲ予讃線 宇和島駅 車6分',
    ],
  ])('the parts of a route that a slash separates, %s, become %s', (way, described) => {
    expect(describeWays(way, names)).toBe(described)
  })

  test.each([
    '火星駅',
    '道の駅うわじま 徒歩5分',
    '役場から車で5分',
    'Uwajima Station 10 min',
    'Bus stop: 3 min walk · バス停 徒歩3分',
    'JR Yosan Line, Uwajima Station: 10 min walk · JR予讃線 宇和島駅 徒歩10分',
  ])('the translation leaves the directions %s unchanged', (way) => {
    expect(describeWays(way, names)).toBe(way)
  })
})
