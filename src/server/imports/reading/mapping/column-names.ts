import { LISTING_FIELDS } from '#contract/mapping.ts'
import { readName } from '../records/other-names.ts'

/** What the name of a column says. */
export interface NameReading {
  field: string
  /** The unit of the numbers in the column, such as `万円`; empty if the name has none. */
  unit: string
  /** Whether the name is a known one. Otherwise, the values must confirm the reading. */
  isKnown: boolean
  /** Whether the name is known only without its group: `水道` of `現況 水道`. */
  isDetail?: boolean
}

/** Reads the name of a column, or the path of a nested value such as `price.amount`. */
export function readColumnName(column: string): NameReading | null {
  const { inner, outer } = splitPath(column)
  if (OF_SOMEBODY.test(outer)) return null
  const whole =
    outer === ''
      ? [inner, ...withoutGroup(inner)]
      : [inner, `${outer} ${inner}`, `${inner} ${outer}`]
  const candidates = GENERIC.test(inner) ? [outer, ...whole] : whole
  const known = [
    ...candidates.flatMap((name) => readKnown(name) ?? []),
    ...(outer === '' ? readDetail(inner) : []),
  ]
  const similar = candidates.flatMap((name) => readJapanese(name) ?? readEnglish(name) ?? [])
  const reading = known[0] ?? similar[0] ?? null
  return reading && isPointField(reading.field) && isOfAnotherPlace(column) ? null : reading
}

export function isPointField(field: string) {
  return field === 'Latitude' || field === 'Longitude' || field === 'Coordinates'
}

/** Whether a column is about a place that is not the house, such as `station_lat`. */
export function isOfAnotherPlace(column: string) {
  return /駅|会社|業者|学校|施設|店/.test(column) || OTHER_PLACES.test(wordsOf(column))
}

const OTHER_PLACES = /\b(?:station|office|company|agent|school|shop)\b/

/** Whether a column is about a person, or about another amount, and so says nothing about the house. */
export function isOfOthers(column: string) {
  return OF_SOMEBODY.test(column) || PRICES_OF_OTHERS.test(column) || AREAS_OF_PARTS.test(column)
}

/** The last name of a path, and the one before it. */
function splitPath(column: string) {
  const [inner = column, outer = ''] = /^[^\s.]+(?:\.[^\s.]+)+$/.test(column)
    ? column.split('.').toReversed()
    : [column]
  return { inner, outer }
}

/** A Japanese name of a group and a detail, in the usual order: `面積（坪） 土地` is `土地面積（坪）`. */
function withoutGroup(name: string) {
  const [, group, detail] = name.match(/^([^ ]*[\u3040-\u9fff][^ ]*) ([^ ]+)$/) ?? []
  if (group === undefined || detail === undefined) return []
  const units = [...`${group}${detail}`.matchAll(BRACKETS)].join('')
  return [`${detail}${group}`.replace(BRACKETS, '') + units]
}

/** Fields whose name says enough without its group: `現況 水道`, but not the `住所` of a company. */
const OWN_DETAILS = new Set([
  ...['Status', 'Present Use', 'Offer', 'Remarks'],
  ...['Water', 'Sewage', 'Gas', 'Toilet', 'Bath', 'Parking'],
  ...['Building - Layout', 'Building - Structure', 'Building - Construction Date'],
  ...['Transportation', 'Station', 'Walk', 'Land Category', 'City Planning', 'Zoning'],
  ...['Coverage', 'Floor Area Ratio', 'Road'],
])

/** Reads a name of a group and a detail, as headers over two rows give, by its detail alone. */
function readDetail(name: string): NameReading[] {
  const [group = '', detail, ...others] = name.split(' ')
  if (detail === undefined || others.length > 0 || !/[\u3040-\u9fff]/.test(detail)) return []
  if (isOfOthers(group) || BESIDE_THE_HOUSE.test(group)) return []
  const reading = readKnown(detail)
  if (!reading || !OWN_DETAILS.has(reading.field)) return []
  // The state of a building says nothing about whether the house is still offered.
  if (reading.field === 'Status' && PARTS.test(group)) return []
  return [{ ...reading, isDetail: true }]
}

const BESIDE_THE_HOUSE = /バス|学校/
const PARTS = /建物|家屋|内装|外装|設備|土地/

/** Names that say nothing without the name of their object: `price.value`. */
const GENERIC = /^(?:value|amount|text|name|label|full|raw|number|content|formatted|display)$/i
/** Names of objects about people and companies. Their address is not the address of the house. */
const OF_SOMEBODY =
  /agen|company|office|broker|owner|seller|author|user|shop|store|業者|会社|担当|店舗/i

/** Units at the end of a name: `price_man`, `area_m2`. The first group stays as the name. */
const UNIT_WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(.+?)(?:man ?yen|man ?en|man|in man|10k ?yen)$/, '万円'],
  [/^(.+?)(?:oku ?yen|oku)$/, '億円'],
  [/^(.+?)(?:jpy|yen|en)$/, '円'],
  [/^(.+?)(?:usd|us ?dollars?|dollars?)$/, 'USD'],
  [/^(.+?)(?:m2|m 2|sqm|sq ?m|sq ?met(?:er|re)s?|square ?met(?:er|re)s?|heibei)$/, 'm2'],
  [/^(.+?)tsubo$/, '坪'],
  [/^(.+?)(?:sq ?ft|sq ?feet|square ?feet|ft2)$/, 'sq ft'],
]

export const OWN_NAMES = new Set<string>(LISTING_FIELDS)

function readKnown(name: string): NameReading | null {
  if (OWN_NAMES.has(name)) return named(name, '', true)
  const direct = readName(name)
  if (direct.own !== undefined) return named(direct.own, direct.unit, true)
  const { bare, unit } = splitUnit(name)
  const { own } = readName(bare)
  return unit === '' || own === undefined ? null : named(own, unit, true)
}

function splitUnit(name: string) {
  const words = wordsOf(name)
  for (const [pattern, unit] of UNIT_WORDS) {
    const bare = words.match(pattern)?.[1]?.trim()
    if (bare && (unit !== '円' || / (?:jpy|yen|en)$/.test(words))) return { bare, unit }
  }
  return { bare: words, unit: '' }
}

/** The words of an English name: `salePriceMan` and `sale_price_man` are `sale price man`. */
function wordsOf(name: string) {
  return name
    .normalize('NFKC')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function named(field: string, unit: string, isKnown: boolean): NameReading {
  const isYen = /円$/.test(unit)
  if (field === 'Price' && isYen) return { field: 'Sale Price Yen', unit, isKnown }
  // `建築年（年）` may have years of the calendar, years of an era or ages.
  if (unit === '年') return { field, unit: '', isKnown }
  if (field === 'Price' && unit === 'USD') return { field: 'Sale Price', unit, isKnown }
  return { field, unit, isKnown }
}

/** Amounts that are no price of a house. */
const PRICES_OF_OTHERS =
  /賃|家賃|月額|管理|共益|敷金|礼金|税|単価|坪|相場|補助|改修|変更前|旧|前回|手数料|修繕|割引/
/** Areas of something beside the house and its land. */
const AREAS_OF_PARTS =
  /庭|畑|山林|農地|田|車庫|駐車|バルコニー|ベランダ|物置|倉庫|附属|付属|私道|階/

/** Fields that a longer Japanese name may mean: `物件所在地（大字まで）`, `売却希望価格`. */
const JAPANESE: readonly (readonly [string, RegExp, RegExp?])[] = [
  ['Coordinates', /緯度.*経度/],
  ['Latitude', /緯度/],
  ['Longitude', /経度/],
  ['id', /(?:番号|コード|ｺｰﾄﾞ|ID|No)$/i, /電話|郵便|部屋|地番|家屋|会社|業者|法人|FAX|行番号/i],
  ['Sale Price Yen', /価格|代金|金額/, PRICES_OF_OTHERS],
  ['Land - Area', /(?:土地|敷地|宅地|地積).*(?:面積|広さ|坪数)|地積/, AREAS_OF_PARTS],
  [
    'Building - Area',
    /(?:建物|延べ?床?|床|住宅|専有|家屋|居住|建築|建坪).*(?:面積|広さ|坪数)|建坪/,
    AREAS_OF_PARTS,
  ],
  ['Building - Construction Date', /築年|建築年|建築時期|竣工|建設年|築後|建築日|新築年|完成年/],
  ['Building - Layout', /間取/],
  ['Building - Structure', /構造|造り/, /基礎/],
  ['Property Location', /所在地?|住所|場所|所在$/, /会社|業者|担当|所有者|問/],
  ['Prefecture', /都道府県|県名/],
  ['City', /市区?町村|自治体/],
  ['Property Type', /種別|種類|種目|物件区分/, /取引|売|賃|契約|地目|権利/],
  ['Transportation', /交通|アクセス|最寄/],
  ['Remarks', /備考|特記|特徴|コメント|ＰＲ|PR|紹介|説明|アピール/],
  ['Contact Number', /電話|ＴＥＬ|TEL/i],
  ['images', /画像|写真|イメージ/, /枚数/],
  ['Reference URL', /URL|ＵＲＬ|リンク|ページ/i, /画像|写真|地図|動画/],
]

const BRACKETS = /[(（［[【〔][^)）\]］】〕]*[)）\]］】〕]/g
const UNIT_IN_BRACKETS = /[(（[［【〔](億円|万円|千円|円|m2|㎡|平米|坪|年)[)）\]］】〕]$/

function readJapanese(name: string): NameReading | null {
  const written = name.normalize('NFKC').trim()
  if (!/[\u3040-\u9fff]/.test(written)) return null
  const unit = written.match(UNIT_IN_BRACKETS)?.[1]?.replace('㎡', 'm2') ?? ''
  const bare = written.replace(BRACKETS, '').trim()
  const exact = readName(bare).own
  if (exact !== undefined) return named(exact, unit, true)
  const found = JAPANESE.find(([, is, isNot]) => is.test(bare) && !isNot?.test(bare))
  return found ? named(found[0], unit, false) : null
}

/** The same for English, by the words of a name. */
const ENGLISH: readonly (readonly [string, RegExp, RegExp?])[] = [
  ['Coordinates', /\b(?:coordinates?|lat(?:itude)? (?:and |& )?(?:lng|lon|long|longitude)|gps)\b/],
  ['Latitude', /\b(?:latitude|lat)\b/],
  ['Longitude', /\b(?:longitude|lng|lon)\b/],
  [
    'Price',
    /\b(?:price|kakaku|nedan|cost)\b/,
    /\b(?:rent|month|monthly|old|previous|original|deposit|tax|fee|fees|unit|per|management|drop|change|history|range|min|max|type|text|label|currency)\b/,
  ],
  [
    'Land - Area',
    /\b(?:land|lot|plot|site|ground|tochi|shikichi)\b.*\b(?:area|size|space|menseki|m2)\b/,
    /\b(?:use|type|right|category)\b/,
  ],
  [
    'Building - Area',
    /^(?:total )?(?:(?:building|floor|living|house|home|interior|usable|tatemono|yuka|structure)\b.*\b)?(?:area|size|space|menseki|m2)$/,
    /\b(?:garden|balcony|parking|use|urban|planning|photo|image|file|page)\b/,
  ],
  [
    'Building - Construction Date',
    /\b(?:built|construction (?:year|date)|year (?:of )?construction|year built|completed|completion|chikunen|building year|age)\b/,
    /\bupdated?\b/,
  ],
  [
    'Building - Layout',
    /\b(?:layout|madori|floor ?plan|room plan|ldk)\b/,
    /\b(?:image|url|photo)\b/,
  ],
  ['Building - Structure', /\b(?:structure|kozo|building material)\b/],
  ['Property Location', /\b(?:address|location|shozaichi|jusho|addr)\b/, /\b(?:mail|ip|id|type)\b/],
  ['Prefecture', /\b(?:prefecture|pref|todofuken)\b/, /\b(?:id|code)\b/],
  ['City', /\b(?:city|municipality|shikuchoson|town|ward)\b/, /\b(?:id|code|planning|gas)\b/],
  [
    'Property Type',
    /\b(?:property|house|building|home|bukken) ?(?:type|kind|category|shubetsu)\b|^(?:category|kind|shubetsu)$/,
  ],
  ['Transportation', /\b(?:transport(?:ation)?|access|kotsu|nearest station)\b/],
  ['images', /\b(?:images?|photos?|pictures?|gallery|img)\b/, /\b(?:count|number|total|id)\b/],
  ['Reference URL', /\b(?:url|link|href|permalink|web ?page)\b/, /\b(?:map|video|agent)\b/],
  ['Contact Number', /\b(?:phone|tel|telephone)\b/],
  ['Remarks', /\b(?:description|remarks?|notes?|comments?|details|memo|biko|summary)\b/],
  [
    'id',
    /\b(?:id|no|number|code|ref|reference|sku|uuid)$/,
    /\b(?:phone|post|postal|zip|agent|user|room|floor|city|pref|prefecture|station|area|type|category|company)\b/,
  ],
]

function readEnglish(name: string): NameReading | null {
  const { bare, unit } = splitUnit(name)
  // The unit alone says that a column has an area: `land_m2`.
  const words = ['m2', '坪', 'sq ft'].includes(unit) ? withArea(bare) : bare
  const found = ENGLISH.find(([, is, isNot]) => is.test(words) && !isNot?.test(words))
  if (!found) return null
  const isAge = found[0] === 'Building - Construction Date' && /\bage\b/.test(words)
  return isAge ? { field: found[0], unit: '年', isKnown: false } : named(found[0], unit, false)
}

function withArea(words: string) {
  return /\b(?:area|size|space)\b/.test(words) ? words : `${words} area`
}
