import { type ColumnUnit, LISTING_FIELDS, type ListingField } from '#contract/mapping.ts'

/** How the fields of a listing are named and asked for when an administrator maps columns. */

interface MappingField {
  field: ListingField
  label: string
  units: readonly ColumnUnit[]
  /** Whether several columns may be joined, such as town and street. */
  isJoinable: boolean
}

const YEN = ['円', '千円', '万円', '億円'] as const
const AREA = ['m2', '坪', 'sq ft'] as const

const UNITS: Partial<Record<ListingField, readonly ColumnUnit[]>> = {
  'Sale Price Yen': [...YEN, 'USD'],
  'Sale Price': [...YEN, 'USD'],
  Price: [...YEN, 'USD'],
  Rent: YEN,
  'Building - Area': AREA,
  'Land - Area': [...AREA, 'ha'],
  'Building - Construction Date': ['年'],
  Walk: ['分'],
}

const UNIT_NAMES: Partial<Record<ColumnUnit, string>> = {
  円: 'Yen (円)',
  千円: 'Thousand yen (千円)',
  万円: '10,000 yen (万円)',
  億円: '100 million yen (億円)',
  USD: 'US dollars',
  m2: 'm² (㎡)',
  坪: 'Tsubo (坪)',
  'sq ft': 'Square feet',
  ha: 'Hectares',
  年: 'Age in years',
  分: 'Minutes',
}

export function unitName(unit: ColumnUnit) {
  return UNIT_NAMES[unit] ?? unit
}

const JOINABLE: readonly ListingField[] = ['Property Location', 'images', 'Remarks']

/** The fields that most files have. */
const MAIN: readonly ListingField[] = [
  ...(['id', 'Property Location', 'Prefecture', 'City', 'Sale Price Yen', 'Rent'] as const),
  ...(['Building - Area', 'Land - Area', 'Building - Layout'] as const),
  ...(['Building - Construction Date', 'Property Type', 'Reference URL', 'images'] as const),
]

const LABELS: Partial<Record<ListingField, string>> = {
  _id: 'Identifier in Engawa',
  id: 'Number of the house',
  'Property Location': 'Address',
  City: 'Municipality',
  Coordinates: 'Latitude and longitude in one column',
  'Sale Price Yen': 'Price',
  'Sale Price': 'Price in US dollars',
  Price: 'Price with its currency',
  Rent: 'Monthly rent',
  'Building - Area': 'House area',
  'Land - Area': 'Land area',
  'Building - Layout': 'Layout',
  'Building - Construction Date': 'Year built',
  'Building - Structure': 'Structure',
  'Property Type': 'Kind of house',
  'Reference URL': 'Page of the house',
  link: 'Second page of the house',
  images: 'Photos',
  Offer: 'For sale or for rent',
  Transportation: 'Access',
  Walk: 'Walk to the station',
  'Contact Number': 'Phone number',
  createdAt: 'Published on',
  Ratios: 'Coverage and floor area ratio',
  Measured: 'How the area was measured',
}

const NAMES = new Map<string, string>(Object.entries(LABELS))

/** The name of a field on every screen. A field of the akiya bank has no label, so its own name is shown. */
export function fieldLabel(field: string) {
  return NAMES.get(field) ?? field
}

function describe(field: ListingField): MappingField {
  const units = UNITS[field] ?? []
  return { field, label: fieldLabel(field), units, isJoinable: JOINABLE.includes(field) }
}

export const MAIN_FIELDS = MAIN.map(describe)
export const OTHER_FIELDS = LISTING_FIELDS.filter((field) => !MAIN.includes(field)).map(describe)
