import type { REGION_CODES } from './choices.ts'
import { PREFECTURES } from './prefectures.ts'

export type RegionCode = (typeof REGION_CODES)[number]

interface Region {
  display: string
  japanese: string
  kana: string
  /** Other names that people use. */
  others: { english: string; japanese: string; kana: string }[]
  /** The JIS X 0401 codes of its first and its last prefecture. */
  from: number
  to: number
}

/** The eight regions of school books. Each is a range of prefecture codes. */
export const REGIONS: Record<RegionCode, Region> = {
  hokkaido: {
    display: 'Hokkaido',
    japanese: '北海道',
    kana: 'ほっかいどう',
    others: [],
    from: 1,
    to: 1,
  },
  tohoku: { display: 'Tohoku', japanese: '東北', kana: 'とうほく', others: [], from: 2, to: 7 },
  kanto: { display: 'Kanto', japanese: '関東', kana: 'かんとう', others: [], from: 8, to: 14 },
  chubu: { display: 'Chubu', japanese: '中部', kana: 'ちゅうぶ', others: [], from: 15, to: 23 },
  kinki: {
    display: 'Kansai',
    japanese: '近畿',
    kana: 'きんき',
    others: [{ english: 'Kinki', japanese: '関西', kana: 'かんさい' }],
    from: 24,
    to: 30,
  },
  chugoku: {
    display: 'Chugoku',
    japanese: '中国',
    kana: 'ちゅうごく',
    others: [],
    from: 31,
    to: 35,
  },
  shikoku: { display: 'Shikoku', japanese: '四国', kana: 'しこく', others: [], from: 36, to: 39 },
  kyushu: {
    display: 'Kyushu',
    japanese: '九州',
    kana: 'きゅうしゅう',
    others: [],
    from: 40,
    to: 47,
  },
}

/** The values of a region's prefectures. */
export function prefecturesOf(region: RegionCode) {
  const { from, to } = REGIONS[region]
  return PREFECTURES.slice(from - 1, to).map(({ value }) => value)
}
