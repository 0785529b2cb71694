import { parseNumber } from '#contract/figures.ts'

/**
 * The names that other portals use for the fields of a listing, in lower case and without spaces.
 * The field `Price` contains a price in any currency. A currency sign, the price's unit or another
 * field states the currency.
 */
const OTHER_NAMES: Record<string, string[]> = {
  id: [
    ...[
      '物件番号',
      '物件id',
      '管理番号',
      '登録番号',
      '番号',
      '整理番号',
      '受付番号',
      '物件no',
      '物件コード',
    ],
    ...['管理no', '登録no', 'no', 'no.', 'propertyid', 'listingid', 'propertyno', 'listingno'],
  ],
  'Property Type': ['物件種別', '種別', '物件種目', '種目', 'type', 'propertytype'],
  'Property Location': [
    ...['所在地', '住所', '物件所在地', 'address', 'location'],
    ...['prefecture/city', 'city/prefecture', 'prefecture,city', 'city,prefecture'],
    ...['prefectureandcity', 'cityandprefecture', '都道府県/市町村', '都道府県・市町村'],
  ],
  Prefecture: ['都道府県', '都道府県名', 'prefecture'],
  City: ['市区町村', '市区町村名', '市町村', '市町村名', 'city', 'municipality'],
  Latitude: ['緯度', '北緯', 'latitude', 'lat'],
  Longitude: ['経度', '東経', 'longitude', 'lng', 'lon', 'long'],
  Coordinates: [
    ...['緯度経度', '緯度・経度', '緯度/経度', '緯度,経度', '緯度、経度', '緯経度', '位置座標'],
    ...['coordinates', 'coordinate', 'latlng', 'latlon', 'latlong', 'geopoint', 'gps'],
  ],
  'Sale Price Yen': [
    '価格',
    '販売価格',
    '売却価格',
    '売買価格',
    '希望価格',
    ...['価格・賃料', '価格/賃料', '売買価格・賃料', '金額'],
    'priceyen',
    'pricejpy',
  ],
  'Sale Price': ['priceusd'],
  Offer: [
    ...['取引', '取引形態', '取引種別', '取引区分', '契約種別', '契約形態', '募集区分', '売賃区分'],
    ...['売買賃貸', '売買賃貸区分', '売買・賃貸', '売買/賃貸', '賃貸・売買', '賃貸売買'],
    ...['offer', 'offertype', 'listingtype', 'transaction', 'transactiontype', 'saleorrent'],
  ],
  Status: [
    ...['状態', '状況', 'ステータス', '募集状況', '販売状況', '契約状況', '成約状況', '取引状況'],
    ...['交渉状況', '申込状況', '物件状況', '物件状態', '公開状況', '掲載状況'],
    ...['status', 'listingstatus', 'salestatus'],
  ],
  // Some files have a status of the record and say elsewhere whether the house is still offered.
  Availability: ['availability'],
  // Town halls write here how a house is used, and replace this by `成約済` when it is sold.
  'Present Use': ['現況', '現状', '利用状況', '入居状況', '空き家の状況', '空家の状況'],
  Rent: [
    ...['賃料', '家賃', '月額賃料', '月額家賃', '賃料月額', '賃貸料', '賃貸価格', '賃貸料金'],
    ...['rent', 'monthlyrent', 'rentyen', 'rentpermonth'],
  ],
  Name: ['物件名', '物件名称', '名称', 'タイトル', 'title', 'name'],
  Price: ['price', 'askingprice', 'listprice'],
  Currency: ['currency', 'pricecurrency', '通貨'],
  'Building - Layout': ['間取り', '間取', 'layout', 'floorplan'],
  'Building - Area': [
    ...['建物面積', '延床面積', '延べ床面積', '延べ面積', '床面積'],
    ...['buildingarea', 'floorarea'],
  ],
  'Land - Area': ['土地面積', '敷地面積', 'landarea', 'lotarea'],
  'Building - Construction Date': ['築年月', '建築年', '建築年月', '築年', 'yearbuilt', 'built'],
  'Building - Structure': ['構造', '建物構造', 'structure'],
  Transportation: ['交通', '交通アクセス', 'アクセス', 'transportation', 'access'],
  Line: ['沿線', '沿線名', '路線', '路線名'],
  Station: ['最寄り駅', '最寄駅', '駅', '駅名', 'station', 'neareststation'],
  Walk: [
    ...['徒歩', '駅徒歩', '徒歩分数', '駅からの徒歩'],
    ...['walk', 'walkmin', 'walkmins', 'walkminutes', 'walktime', 'walktostation', 'minuteswalk'],
  ],
  Remarks: ['備考', '特徴', '備考欄', 'remarks', 'description'],
  'Contact Number': ['電話番号', '連絡先', '問い合わせ先', 'お問い合わせ先', 'phone', 'contact'],
  'Reference URL': ['url', '詳細url', '物件url', '参照url', 'detailurl'],
  Water: ['水道', '上水道', '飲用水', '飲料水', '給水', 'water', 'watersupply'],
  Sewage: ['下水', '下水道', '排水', '汚水', '生活排水', '排水設備', 'sewage', 'sewer', 'drainage'],
  Gas: ['ガス', 'ガス設備', 'gas'],
  Toilet: ['トイレ', '便所', 'toilet'],
  Bath: ['風呂', '浴室', 'bath'],
  Cooking: ['コンロ', '調理器', 'cooking'],
  Parking: ['駐車場', '駐車スペース', '駐車', 'parking'],
  Garden: ['庭', 'garden'],
  'Land Category': ['地目', '土地地目', 'landcategory'],
  'City Planning': ['都市計画', '都市計画区域', '区域区分', 'cityplanning'],
  Zoning: ['用途地域', 'zoning'],
  Coverage: ['建ぺい率', '建蔽率', '建ペイ率', 'buildingcoverageratio'],
  'Floor Area Ratio': ['容積率', 'floorarearatio'],
  Ratios: ['建ぺい率/容積率', '建ぺい率・容積率', '建蔽率/容積率', '建蔽率・容積率'],
  Ownership: [
    '土地権利',
    '土地の権利',
    '権利',
    '権利形態',
    '敷地権利',
    '土地権利形態',
    'ownership',
  ],
  Road: ['接道', '接道状況', '前面道路', '道路', 'road'],
  'Private Road': ['私道', '私道負担', 'privateroad'],
  Setback: ['セットバック', 'setback'],
  Measured: ['面積計測方式', '計測方式', '土地面積計測方式'],
  'Elementary School': ['小学校', '小学校区', '小学校まで'],
  'Junior High School': ['中学校', '中学校区', '中学校まで'],
  'Convenience Store': ['コンビニ', 'コンビニエンスストア', 'コンビニまで'],
  Supermarket: ['スーパー', 'スーパーマーケット', 'スーパーまで'],
  Drugstore: ['ドラッグストア', 'ドラッグストアまで'],
  Hospital: ['病院', '総合病院', '病院まで'],
  Park: ['公園', '公園まで'],
  Bank: ['銀行', '銀行まで'],
  createdAt: ['登録日', '公開日', '掲載日', 'date', 'publishedat'],
  images: ['画像', '写真', 'photos'],
}
const OWN_NAMES = new Map(
  Object.entries(OTHER_NAMES).flatMap(([own, others]) => others.map((name) => [name, own])),
)

/** A unit in brackets of any kind after a name, such as `価格（万円）`. A year needs no unit. */
const UNIT = /^(.+)[([【](億円|万円|千円|円|m2|平米|坪|%|m|km|分|min|mins|minutes|西暦)[)\]】]$/
const OWN_UNITS: Record<string, string> = { 西暦: '', min: '分', mins: '分', minutes: '分' }

/** Splits a portal's field name such as `土地面積（坪）` into the specification's name and the unit. */
export function readName(name: string) {
  const written = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]/g, '')
  const [, bare = written, unit = ''] = written.match(UNIT) ?? []
  const own = /^id$/i.test(name.trim()) ? 'id' : OWN_NAMES.get(bare)
  return { own, unit: OWN_UNITS[unit] ?? unit }
}

/**
 * Adds a column's unit to a number: `580` in the column `価格(万円)` becomes `580万円`. A zero gets no
 * unit: `0円` would give the house away, but many programs write 0 if no price is stated.
 */
export function withUnit(value: unknown, unit: string) {
  const isNumber =
    typeof value === 'number' ||
    (typeof value === 'string' && parseNumber(value.normalize('NFKC').trim()) !== null)
  return unit !== '' && isNumber && Number(value) !== 0 ? `${value}${unit}` : value
}
