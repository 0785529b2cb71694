const STRUCTURES = new Map([
  ['木造', 'Wood'],
  ['鉄骨造', 'Steel'],
  ['軽量鉄骨造', 'Light-gauge steel'],
  ['重量鉄骨造', 'Heavy-gauge steel'],
  ['RC(鉄筋コンクリート)', 'Reinforced concrete'],
  ['鉄筋コンクリート造', 'Reinforced concrete'],
  ['RC造', 'Reinforced concrete'],
  ['SRC(鉄骨鉄筋コンクリート)', 'Steel-reinforced concrete'],
  ['鉄骨鉄筋コンクリート造', 'Steel-reinforced concrete'],
  ['SRC造', 'Steel-reinforced concrete'],
  ['ブロック造', 'Concrete block'],
  ['鉄筋ブロック造', 'Reinforced concrete block'],
  ['CFT(コンクリート充填鋼管)', 'Concrete-filled steel tube'],
  ['その他', 'Other'],
])

const PROPERTY_TYPES = new Map([
  ['一戸建て', 'House'],
  ['一戸建', 'House'],
  ['戸建て', 'House'],
  ['戸建', 'House'],
  ['中古戸建', 'House'],
  ['中古一戸建て', 'House'],
  ['空き家', 'House'],
  ['古民家', 'Traditional house'],
  ['町家', 'Townhouse'],
  ['京町家', 'Townhouse'],
  ['マンション', 'Apartment'],
  ['中古マンション', 'Apartment'],
  ['土地', 'Land'],
  ['店舗', 'Shop'],
  ['店舗付き住宅', 'House with a shop'],
  ['店舗付住宅', 'House with a shop'],
  ['別荘', 'Holiday house'],
])

/** Translates a building structure to English. Unknown ones are returned unchanged. */
export function translateStructure(text: string) {
  return STRUCTURES.get(text.normalize('NFKC')) ?? text
}

/** Translates a property type to English. Unknown ones are returned unchanged. */
export function translatePropertyType(text: string) {
  return PROPERTY_TYPES.get(text.normalize('NFKC')) ?? text
}
