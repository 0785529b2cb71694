interface Prefecture {
  /** The name in queries and in the database. */
  value: string
  display: string
  japanese: string
}

/** The 47 prefectures in order of their JIS X 0401 codes, starting with code 1. */
export const PREFECTURES: readonly Prefecture[] = [
  ['Hokkaido', '北海道'],
  ['Aomori', '青森県'],
  ['Iwate', '岩手県'],
  ['Miyagi', '宮城県'],
  ['Akita', '秋田県'],
  ['Yamagata', '山形県'],
  ['Fukushima', '福島県'],
  ['Ibaraki', '茨城県'],
  ['Tochigi', '栃木県'],
  ['Gunma', '群馬県'],
  ['Saitama', '埼玉県'],
  ['Chiba', '千葉県'],
  ['Tokyo', '東京都'],
  ['Kanagawa', '神奈川県'],
  ['Niigata', '新潟県'],
  ['Toyama', '富山県'],
  ['Ishikawa', '石川県'],
  ['Fukui', '福井県'],
  ['Yamanashi', '山梨県'],
  ['Nagano', '長野県'],
  ['Gifu', '岐阜県'],
  ['Shizuoka', '静岡県'],
  ['Aichi', '愛知県'],
  ['Mie', '三重県'],
  ['Shiga', '滋賀県'],
  ['Kyoto', '京都府'],
  ['Osaka', '大阪府'],
  ['Hyogo', '兵庫県'],
  ['Nara', '奈良県'],
  ['Wakayama', '和歌山県'],
  ['Tottori', '鳥取県'],
  ['Shimane', '島根県'],
  ['Okayama', '岡山県'],
  ['Hiroshima', '広島県'],
  ['Yamaguchi', '山口県'],
  ['Tokushima', '徳島県'],
  ['Kagawa', '香川県'],
  ['Ehime', '愛媛県'],
  ['Kochi', '高知県'],
  ['Fukuoka', '福岡県'],
  ['Saga', '佐賀県'],
  ['Nagasaki', '長崎県'],
  ['Kumamoto', '熊本県'],
  ['Oita', '大分県'],
  ['Miyazaki', '宮崎県'],
  ['Kagoshima', '鹿児島県'],
  ['Okinawa', '沖縄県'],
].map(([display = '', japanese = '']) => ({ value: display.toLowerCase(), display, japanese }))

const byValue = new Map(PREFECTURES.map((prefecture) => [prefecture.value, prefecture]))
const byDisplay = new Map(PREFECTURES.map((prefecture) => [prefecture.display, prefecture]))

export function isPrefecture(value: string) {
  return byValue.has(value)
}

/**
 * Converts the display name of a prefecture to its `value`. Converts an unknown name to lower case.
 */
export function prefectureValue(display: string) {
  return byDisplay.get(display)?.value ?? display.toLowerCase()
}

/**
 * Converts the `value` of a prefecture to its display name. Capitalises an unknown value. Returns
 * `Unknown` for a missing value.
 */
export function prefectureDisplay(value: string | null | undefined) {
  if (!value) return 'Unknown'
  return byValue.get(value)?.display ?? value.charAt(0).toUpperCase() + value.slice(1)
}

/**
 * Splits the filter value of a city, such as `hokkaido/Date`, into prefecture and name. The
 * prefecture is undefined if the value contains only a name.
 */
export function parseCityFilter(value: string): { prefecture?: string; name: string } {
  const [prefecture = '', ...rest] = value.split('/')
  return isPrefecture(prefecture) && rest.length > 0
    ? { prefecture, name: rest.join('/') }
    : { name: value }
}
