import { PREFECTURES } from '#contract/prefectures.ts'
import { isLand, type Land } from './drawing/lands.ts'
import { TOWNS } from './town-table.ts'

export interface Town {
  /** The prefecture, as its `value` in `PREFECTURES`, such as `ehime`. */
  prefecture: string
  /** The name in Japanese addresses, with the district if it has one. */
  japanese: string
  name: string
  /** How to get to the town: the line and station, or the ferry. */
  way: string
  lands: readonly Land[]
}

interface Region {
  prefecture: string
  /** The number of sample houses in the prefecture. */
  houses: number
  towns: readonly Town[]
}

/** The prefectures with sample houses and their towns, in the order of `PREFECTURES`. */
export const REGIONS: readonly Region[] = readTable(TOWNS)

function readTable(table: string): Region[] {
  const regions: { prefecture: string; houses: number; towns: Town[] }[] = []
  for (const line of table.trim().split('\n')) {
    const [japanese = '', name, way, lands] = line.split(' | ')
    if (name && way && lands) {
      const region = regions.at(-1)
      region?.towns.push({
        prefecture: region.prefecture,
        japanese,
        name,
        way,
        lands: lands.split(' ').map(toLand),
      })
    } else {
      const [prefecture = '', houses] = line.split(' ')
      regions.push({ prefecture, houses: Number(houses), towns: [] })
    }
  }
  return regions
}

function toLand(word: string): Land {
  if (!isLand(word)) throw new Error(`${word} is not a kind of land`)
  return word
}

const JAPANESE = new Map(PREFECTURES.map(({ value, japanese }) => [value, japanese]))
export const prefectureJapanese = (value: string) => JAPANESE.get(value) ?? ''
