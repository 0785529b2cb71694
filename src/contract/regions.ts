import type { REGION_CODES } from './choices.ts'
import { PREFECTURES } from './prefectures.ts'

export type RegionCode = (typeof REGION_CODES)[number]

interface Region {
  display: string
  japanese: string
  kana: string
  /** The other names of the region, besides its main name. */
  others: { english: string; japanese: string; kana: string }[]
  /** The title of a search in this region. By default, `Houses in` and the name. */
  title?: string
  /** The JIS X 0401 codes of the region's prefectures. */
  prefectures: readonly number[]
  /** The maximum distance to the sea in kilometres. Houses farther away are not in the region. */
  seaKm?: number
}

/**
 * The eight regions of school books, the coast and the snow country. The snow country consists of
 * the ten prefectures that are designated as heavy-snowfall areas as a whole (Act No. 73 of 1962).
 * Prefectures that are designated only in part do not belong to the snow country.
 */
export const REGIONS: Record<RegionCode, Region> = {
  hokkaido: {
    display: 'Hokkaido',
    japanese: '北海道',
    kana: 'ほっかいどう',
    others: [],
    prefectures: codes(1, 1),
  },
  tohoku: {
    display: 'Tohoku',
    japanese: '東北',
    kana: 'とうほく',
    others: [],
    prefectures: codes(2, 7),
  },
  kanto: {
    display: 'Kanto',
    japanese: '関東',
    kana: 'かんとう',
    others: [],
    prefectures: codes(8, 14),
  },
  chubu: {
    display: 'Chubu',
    japanese: '中部',
    kana: 'ちゅうぶ',
    others: [],
    prefectures: codes(15, 23),
  },
  kinki: {
    display: 'Kansai',
    japanese: '近畿',
    kana: 'きんき',
    others: [{ english: 'Kinki', japanese: '関西', kana: 'かんさい' }],
    prefectures: codes(24, 30),
  },
  chugoku: {
    display: 'Chugoku',
    japanese: '中国',
    kana: 'ちゅうごく',
    others: [],
    prefectures: codes(31, 35),
  },
  shikoku: {
    display: 'Shikoku',
    japanese: '四国',
    kana: 'しこく',
    others: [],
    prefectures: codes(36, 39),
  },
  kyushu: {
    display: 'Kyushu',
    japanese: '九州',
    kana: 'きゅうしゅう',
    others: [],
    prefectures: codes(40, 47),
  },
  coast: {
    display: 'Coast',
    japanese: '沿岸',
    kana: 'えんがん',
    others: [
      { english: 'By the sea', japanese: '海辺', kana: 'うみべ' },
      { english: 'Seaside', japanese: '海沿い', kana: 'うみぞい' },
    ],
    title: 'Houses on the coast',
    prefectures: codes(1, 47),
    seaKm: 5,
  },
  snow: {
    display: 'Snow Country',
    japanese: '雪国',
    kana: 'ゆきぐに',
    others: [{ english: 'Heavy snow', japanese: '豪雪地帯', kana: 'ごうせつちたい' }],
    title: 'Houses in the snow country',
    prefectures: [1, 2, 3, 5, 6, 15, 16, 17, 18, 31],
  },
}

function codes(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
}

/** The `value` of each prefecture in a region, such as `ehime`. */
export function prefecturesOf(region: RegionCode) {
  return PREFECTURES.filter((_, index) => REGIONS[region].prefectures.includes(index + 1)).map(
    ({ value }) => value,
  )
}
