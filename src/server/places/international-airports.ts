import type { Coordinate } from '#contract/place-values.ts'

interface Airport extends Coordinate {
  en: string
  ja: string
}

/**
 * The airports with scheduled flights abroad in November 2026. To update the list, read the
 * timetables that the Ministry of Land, Infrastructure, Transport and Tourism publishes twice a
 * year. Airports with charter flights only are left out. The coordinates are accurate to about 100
 * m.
 */
export const INTERNATIONAL_AIRPORTS: readonly Airport[] = (
  [
    ['New Chitose Airport', '新千歳空港', 42.775, 141.692],
    ['Asahikawa Airport', '旭川空港', 43.671, 142.447],
    ['Hakodate Airport', '函館空港', 41.77, 140.822],
    ['Aomori Airport', '青森空港', 40.735, 140.691],
    ['Hanamaki Airport', '花巻空港', 39.429, 141.135],
    ['Sendai Airport', '仙台空港', 38.14, 140.917],
    ['Ibaraki Airport', '茨城空港', 36.181, 140.415],
    ['Narita Airport', '成田国際空港', 35.765, 140.386],
    ['Haneda Airport', '東京国際空港', 35.553, 139.781],
    ['Niigata Airport', '新潟空港', 37.956, 139.112],
    ['Komatsu Airport', '小松空港', 36.394, 136.407],
    ['Shizuoka Airport', '静岡空港', 34.796, 138.189],
    ['Chubu Airport', '中部国際空港', 34.858, 136.805],
    ['Kansai Airport', '関西国際空港', 34.435, 135.244],
    ['Yonago Airport', '米子空港', 35.492, 133.236],
    ['Okayama Airport', '岡山空港', 34.757, 133.855],
    ['Hiroshima Airport', '広島空港', 34.436, 132.919],
    ['Tokushima Airport', '徳島空港', 34.133, 134.607],
    ['Takamatsu Airport', '高松空港', 34.214, 134.016],
    ['Matsuyama Airport', '松山空港', 33.827, 132.7],
    ['Kitakyushu Airport', '北九州空港', 33.846, 131.035],
    ['Fukuoka Airport', '福岡空港', 33.585, 130.451],
    ['Saga Airport', '佐賀空港', 33.15, 130.302],
    ['Nagasaki Airport', '長崎空港', 32.917, 129.914],
    ['Kumamoto Airport', '熊本空港', 32.837, 130.855],
    ['Oita Airport', '大分空港', 33.479, 131.737],
    ['Miyazaki Airport', '宮崎空港', 31.877, 131.449],
    ['Kagoshima Airport', '鹿児島空港', 31.803, 130.719],
    ['Naha Airport', '那覇空港', 26.196, 127.646],
    ['Shimojishima Airport', '下地島空港', 24.827, 125.145],
    ['Ishigaki Airport', '新石垣空港', 24.396, 124.245],
  ] as const
).map(([en, ja, latitude, longitude]) => ({ en, ja, latitude, longitude }))
