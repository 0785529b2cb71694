import type { RawRecord } from '../row.ts'

/**
 * The names that other portals use for the fields of a listing, in lower case and without spaces. A
 * plain `price` is not here, because its currency is unknown.
 */
const OTHER_NAMES: Record<string, string[]> = {
  id: ['物件番号', '物件id', '管理番号', '登録番号', 'propertyid', 'listingid'],
  'Property Type': ['物件種別', '種別', '物件種目', 'type', 'propertytype'],
  'Property Location': ['所在地', '住所', '物件所在地', 'address', 'location'],
  Prefecture: ['都道府県', '都道府県名', 'prefecture'],
  City: ['市区町村', '市町村', '市町村名', 'city', 'municipality'],
  'Sale Price Yen': ['価格', '販売価格', '売却価格', '希望価格', 'priceyen', 'pricejpy'],
  'Building - Layout': ['間取り', '間取', 'layout', 'floorplan'],
  'Building - Area': ['建物面積', '延床面積', '床面積', 'buildingarea', 'floorarea'],
  'Land - Area': ['土地面積', '敷地面積', 'landarea', 'lotarea'],
  'Building - Construction Date': ['築年月', '建築年', '建築年月', '築年', 'yearbuilt', 'built'],
  'Building - Structure': ['構造', '建物構造', 'structure'],
  Transportation: ['交通', '最寄り駅', '最寄駅', '交通アクセス', 'transportation', 'access'],
  Remarks: ['備考', '特徴', '備考欄', 'remarks', 'description'],
  'Contact Number': ['電話番号', '連絡先', '問い合わせ先', 'お問い合わせ先', 'phone', 'contact'],
  'Reference URL': ['url', '詳細url', '物件url', '参照url', 'detailurl'],
  createdAt: ['登録日', '公開日', '掲載日', 'date', 'publishedat'],
  images: ['画像', '写真', 'photos'],
}
const OWN_NAMES = new Map(
  Object.entries(OTHER_NAMES).flatMap(([own, others]) => others.map((name) => [name, own])),
)

/** The specification's name for a portal's field. Unknown names stay as they are. */
export function specColumn(name: string) {
  return (
    OWN_NAMES.get(
      name
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[\s_-]/g, ''),
    ) ?? name
  )
}

/**
 * Renames a record's fields to the names of the specification. If two fields get the same name, the
 * first one wins.
 */
export function withSpecNames(record: RawRecord): RawRecord {
  if ('Property Location' in record || 'Sale Price Yen' in record || 'Sale Price' in record) {
    return record
  }
  const fields = Object.entries(record).map(([name, value]) => [specColumn(name), value] as const)
  return Object.fromEntries(fields.toReversed())
}
