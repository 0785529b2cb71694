import { describe, expect, test } from 'vitest'
import { createStationFinder, type Station } from '#server/stations/find-station.ts'
import { statedStations } from '#server/stations/stated-stations.ts'

describe('when directions are read', () => {
  test.each([
    ['JR山陽本線 笠岡駅 徒歩12分', '笠岡', ['JR山陽本線']],
    ['ＪＲ山陽本線「笠岡」駅　徒歩12分', '笠岡', ['JR山陽本線']],
    ['笠岡駅から徒歩5分', '笠岡', []],
    [
      'JR Sanyo Main Line, Kasaoka Station: 12 min walk · JR山陽本線 笠岡駅',
      '笠岡',
      ['JR山陽本線'],
    ],
    ['JR山陽本線, 笠岡 Station: 12 min walk', '笠岡', ['JR山陽本線']],
    ['12 min walk, Shin-Kurashiki Station', 'Shin-Kurashiki', []],
    ['富山地鉄富山都心線, 中町(西町北) Station: 8 min walk', '中町', ['富山地鉄富山都心線']],
    ['バス停 徒歩3分 / 里庄駅 徒歩30分', '里庄', []],
  ])('the directions “%s” name a station and its lines', (text, name, lines) => {
    expect(statedStations(text)[0]).toEqual({ name, lines })
  })

  test.each(['バス停 笠岡駅前 徒歩3分', 'Bus stop Kasaoka', '道の駅 笠岡', '徒歩3分', '駅', null])(
    'the directions “%s” name no station',
    (text) => {
      expect(statedStations(text)).toEqual([])
    },
  )

  test('if directions name a line and a station in one word, both are found', () => {
    expect(statedStations('JR山陽本線笠岡駅')).toContainEqual({
      name: '笠岡',
      lines: ['JR山陽本線'],
    })
  })

  test('directions that repeat a part a thousand times are read in reasonable time', () => {
    const before = performance.now()
    for (const part of ['駅', '線', '(', '「', 'あ ', ' Station']) statedStations(part.repeat(1000))
    expect(performance.now() - before).toBeLessThan(500)
  })
})

describe('when a named station is looked up', () => {
  const station = (id: string, name: string, latitude: number, ...lines: string[]): Station => ({
    ...{ id, name, lines, latitude, longitude: 135, english: null },
  })
  const find = createStationFinder([
    station('north', '高田', 37.1, '信越線'),
    station('south', '高田', 34.5, '和歌山線'),
    station('far', '高田', 34.9, '桜井線'),
    station('heath', '柳ヶ浦', 33.5, '日豊線'),
    { ...station('kofu', '甲府', 35.6, '中央線'), english: 'Kofu' },
  ])
  const near = { latitude: 34.8, longitude: 135 }

  test('of several stations with the same name, a house gets the one on the stated line, or else the nearest', () => {
    expect(find('高田', ['JR和歌山線'], near)?.id).toBe('south')
    expect(find('高田', [], near)?.id).toBe('far')
    expect(find('高田', ['JR信越本線'], null)?.id).toBe('north')
  })

  test('of several stations with the same name, a house gets none if neither a line nor a coordinate is known', () => {
    expect(find('高田', [], null)).toBeNull()
    expect(find('甲府', [], null)?.id).toBe('kofu')
  })

  test('a house gets no station that is too far away, even if the name is right', () => {
    expect(find('甲府', [], { latitude: 33, longitude: 130 })).toBeNull()
  })

  test('a station is found in each spelling of its name', () => {
    expect(find('柳ケ浦駅', [], null)?.id).toBe('heath')
    expect(find('Kōfu', [], null)?.id).toBe('kofu')
  })
})
