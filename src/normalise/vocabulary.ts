import { hasJapanese } from '#contract/japanese.ts'
import { type Reading, read, unread } from './reading.ts'
import { readLine, toHalfWidth } from './text.ts'

/**
 * Patterns for Japanese words, with their English meanings. The first match counts, so specific
 * patterns come before general ones.
 */
type Vocabulary = readonly (readonly [RegExp, string])[]

const STRUCTURES: Vocabulary = [
  [/SRC|鉄骨鉄筋/, 'Steel-reinforced concrete'],
  [/CFT/, 'Concrete-filled steel tube'],
  [/鉄筋.*ブロック|補強.*ブロック/, 'Reinforced concrete block'],
  [/RC|鉄筋/, 'Reinforced concrete'],
  [/軽量鉄骨|軽鉄/, 'Light-gauge steel'],
  [/重量鉄骨|重鉄/, 'Heavy-gauge steel'],
  [/鉄骨/, 'Steel'],
  [/ブロック|CB造/, 'Concrete block'],
  [/木/, 'Wood'],
  [/土蔵/, 'Earthen walls'],
  [/石造/, 'Stone'],
  [/れんが|レンガ|煉瓦/, 'Brick'],
  [/コンクリート/, 'Concrete'],
  [/その他/, 'Other'],
]

/** The English name of a parking space, which is mostly for rent. */
export const PARKING_SPACE = 'Parking space'

const PROPERTY_TYPES: Vocabulary = [
  [/古民家/, 'Traditional house'],
  [/町家|町屋/, 'Townhouse'],
  [/ログハウス/, 'Log house'],
  [/店舗(?:付|併用|兼)/, 'House with a shop'],
  [/別荘(?!用?地)/, 'Holiday house'],
  [/古家付|古家あり|(?:土地|売地).{0,20}古家/, 'Land with an old house'],
  [/土地|用地|[宅売貸借農荘]地|山林|更地|原野|雑種地|^空き?地$|^[田畑]$|分譲地|区画/, 'Land'],
  [
    /(?:一棟|1棟|棟売).{0,20}(?:マンション|アパート)|(?:マンション|アパート).{0,20}(?:一棟|1棟)/,
    'Apartment building',
  ],
  [/マンション|アパート|区分所有|長屋/, 'Apartment'],
  [/テラスハウス|タウンハウス|連棟/, 'Terraced house'],
  [/戸建|一軒家|民家|農家|住宅|居宅|空き?家|家屋|貸家|借家|売家|平屋|平家/, 'House'],
  [/店舗/, 'Shop'],
  [/事務所|オフィス|倉庫|工場|旅館|民宿|ペンション|ホテル|ビル|事業用/, 'Commercial property'],
  [/駐車場|車庫|ガレージ/, PARKING_SPACE],
]
const FOR_RENT = /^(?:賃貸|貸|借)/

/**
 * Translates the structure of a house, such as `木造瓦葺2階建`, `軽量鉄骨` or `木造・一部鉄骨造`, to English. Text in
 * other languages stays as it is.
 */
export function parseStructure(text: string): Reading<string> {
  const line = asWritten(text)
  if (line) return line
  const parts = toHalfWidth(text).split(/[、,・/+]|及び|および|一部/)
  const known = new Set(parts.flatMap((part) => lookUp(STRUCTURES, part) ?? []))
  return known.size === 0 ? unread('is not a known structure') : read([...known].join(', '))
}

/**
 * Translates the type of a property, such as `一戸建て`, `売戸建`, `古民家` or `貸家`, to English. Text in
 * other languages stays as it is.
 */
export function parsePropertyType(text: string): Reading<string> {
  const line = asWritten(text)
  if (line) return line
  const written = toHalfWidth(text)
  const type = lookUp(PROPERTY_TYPES, written)
  if (!type) return unread('is not a known property type')
  return read(FOR_RENT.test(written) ? `${type} for rent` : type)
}

const LONGEST = 100

function asWritten(text: string) {
  const isTaken = !hasJapanese(text) && !/^S?RC造?$/.test(toHalfWidth(text))
  return isTaken || text.length > LONGEST ? readLine(LONGEST)(text) : null
}

function lookUp(vocabulary: Vocabulary, text: string) {
  return vocabulary.find(([word]) => word.test(text))?.[1]
}
