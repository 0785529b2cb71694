import { beforeAll, describe, expect, test } from 'vitest'
import { openDictionary } from '#server/stations/dictionary.ts'
import { lineName } from '#server/stations/line-names.ts'
import { createStationNames } from '#server/stations/station-names.ts'
import { CHECKED_STATIONS } from '#tests/support/checked-stations.ts'

let stationName: ReturnType<typeof createStationNames>
beforeAll(async () => {
  stationName = createStationNames(await openDictionary())
})

test('stations of the akiya bank are spelt as on their signs', () => {
  expect(CHECKED_STATIONS).toHaveLength(200)
  const spelt = CHECKED_STATIONS.map(([line, name]) => [line, name, stationName(name, line)])
  expect(spelt).toEqual(CHECKED_STATIONS)
})

describe('a station', () => {
  test.each([
    ['with a reading of its own', '新居浜', 'Niihama'],
    ['in kana', 'むつ', 'Mutsu'],
    ['named after a province', '肥前山口', 'Hizen-Yamaguchi'],
    ['named after a hot spring', '武雄温泉', 'Takeo-Onsen'],
    ['whose second word begins with a vowel', '豊浦', 'Toyoura'],
    ['of which some letters are the same by chance', '新田原', 'Shindenbaru'],
  ])('the station %s, %s, is spelt %s', (_, name, spelling) => {
    expect(stationName(name, null)).toBe(spelling)
  })

  test.each([
    ['has several readings', '三田'],
    ['has a loanword', '西春江ハートピア'],
    ['is in no dictionary', '火星中央'],
  ])('a station that %s, %s, stays in Japanese', (_, name) => {
    expect(stationName(name, null)).toBeNull()
  })

  test('a station that shares its characters with another is told apart by its line', () => {
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
