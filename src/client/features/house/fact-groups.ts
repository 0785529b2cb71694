import type { Listing } from '#client/data/to-listing.ts'
import type { Facts } from '#contract/facts.ts'
import { factMeanings } from './fact-meanings.ts'

type Words<Name extends keyof Facts> = Record<NonNullable<Facts[Name]> & string, string>

const WATER: Words<'water'> = { mains: 'Mains', well: 'Well', other: 'Other' }
const SEWAGE: Words<'sewage'> = {
  sewer: 'Public sewer',
  septic: 'Septic tank (jōkasō)',
  pit: 'Pit, emptied by truck',
  other: 'Other',
}
const GAS: Words<'gas'> = { city: 'City gas', bottled: 'Bottled gas (LPG)', other: 'Other' }
const ROOM: Words<'toilet' | 'bath'> = { own: 'Not shared', shared: 'Shared', none: 'None' }
const COOKING: Words<'cooking'> = { gas: 'Gas', induction: 'Induction (IH)', electric: 'Electric' }
const PARKING: Words<'parking'> = {
  free: 'Space available',
  full: 'No space available',
  none: 'None',
  nearby: 'Nearby',
}
const LAND: Words<'land'> = {
  residential: 'Residential land',
  'dry-field': 'Farmland (field)',
  paddy: 'Farmland (paddy)',
  forest: 'Forest',
  mixed: 'Mixed use',
  other: 'Other',
}
const PLANNING: Words<'planning'> = {
  promotion: 'Urbanization promotion area',
  control: 'Urbanization control area',
  undivided: 'In a city planning area that neither promotes nor restricts building',
  outside: 'Outside of any city plan',
}
const ZONING: Words<'zoning'> = {
  'low-rise-1': 'Low-rise residential, category 1',
  'low-rise-2': 'Low-rise residential, category 2',
  'mid-rise-1': 'Mid- and high-rise residential, category 1',
  'mid-rise-2': 'Mid- and high-rise residential, category 2',
  'residential-1': 'Residential, category 1',
  'residential-2': 'Residential, category 2',
  'quasi-residential': 'Quasi-residential',
  countryside: 'Countryside residential',
  'neighbourhood-commercial': 'Neighborhood commercial',
  commercial: 'Commercial',
  'quasi-industrial': 'Quasi-industrial',
  industrial: 'Industrial',
  'exclusive-industrial': 'Industrial only',
}
const OWNERSHIP: Words<'ownership'> = {
  freehold: 'Freehold',
  lease: 'Lease',
  'fixed-term-lease': 'Lease for a fixed term',
  'old-law-lease': 'Lease under the old law',
  superficies: 'Right to build (superficies)',
  'fixed-term-superficies': 'Right to build (superficies), for a fixed term',
  'old-law-superficies': 'Right to build (superficies), under the old law',
}
const ROAD: Words<'road'> = {
  'one-side': 'On one side',
  corner: 'On two sides (corner)',
  'two-sides': 'On two sides (front and back)',
  'three-sides': 'On three sides',
  none: 'No road access',
}
const MEASURED: Words<'measured'> = {
  registered: 'As in the land register',
  surveyed: 'By a survey',
}

interface FactRow {
  name: string
  /** The fact in words. Undefined if the source does not state it. */
  value: string | undefined
  /** What the fact means for a buyer, if it uses a term of law or building. */
  meaning?: string | false | undefined
}

export function factGroups(facts: Facts, listing: Listing): { heading: string; rows: FactRow[] }[] {
  const meanings = factMeanings(facts)
  return [
    {
      heading: 'Living',
      rows: [
        row('Water', worded(WATER, facts.water)),
        row('Sewage', worded(SEWAGE, facts.sewage), meanings.sewage),
        row('Toilet', worded(ROOM, facts.toilet)),
        row('Bath', worded(ROOM, facts.bath)),
        row('Gas', worded(GAS, facts.gas), meanings.gas),
        row('Cooking', worded(COOKING, facts.cooking)),
        row('Parking', worded(PARKING, facts.parking)),
        row('Garden', facts.garden && 'Yes'),
        ...onlyIf(facts.shop, row('Shop', 'Part of the house')),
      ],
    },
    {
      heading: 'Land',
      rows: [
        row('Land category', worded(LAND, facts.land), meanings.land),
        ...onlyIf(facts.farmland, row('Farmland', 'In the lot', meanings.farmland)),
        row('Planning area', worded(PLANNING, facts.planning), meanings.planning),
        row('Zoning', worded(ZONING, facts.zoning), meanings.zoning),
        row('Coverage ratio', percent(facts.coverage), meanings.coverage),
        row('Floor area ratio', percent(facts.floorArea), meanings.floorArea),
        row('Ownership', worded(OWNERSHIP, facts.ownership), meanings.ownership),
        row('Road', worded(ROAD, facts.road), meanings.road),
        ...onlyIf(facts.privateRoad, row('Private road', 'Yes', meanings.privateRoad)),
        ...onlyIf(facts.setback, row('Setback', 'Needed', meanings.setback)),
        row('Area measured', worded(MEASURED, facts.measured), meanings.measured),
      ],
    },
    {
      heading: 'Nearby',
      rows: [
        row('Railway station', distance(facts.station)),
        row('Elementary school', distance(facts.elementarySchool)),
        row('Junior high school', distance(facts.juniorHighSchool)),
        row('Convenience store', distance(facts.convenienceStore)),
        row('Supermarket', distance(facts.supermarket)),
        row('Drugstore', distance(facts.drugstore)),
        row('Hospital', distance(facts.hospital)),
        row('Park', distance(facts.park)),
        row('Bank', distance(facts.bank)),
      ],
    },
    {
      heading: 'Building',
      rows: [
        row('Structure', listing.buildingStructure),
        row('Year built', listing.yearBuilt?.toString() ?? listing.constructionDate),
        row('Earthquake standard', earthquakeStandard(listing)),
        row('Rooms', explainLayout(listing.floorPlan)),
      ],
    },
  ]
}

function row(name: string, value: FactRow['value'], meaning?: FactRow['meaning']): FactRow {
  return { name, value, meaning }
}

/**
 * Leaves out the row if the source does not state the fact. Sources mention some facts only if they
 * are true, such as a shop in the house. Most houses would otherwise show “Not stated”.
 */
function onlyIf(isStated: boolean | undefined, fact: FactRow) {
  return isStated ? [fact] : []
}

function worded<Value extends string>(words: Record<Value, string>, value: Value | undefined) {
  return value && words[value]
}

function percent(value: number | undefined) {
  return value === undefined ? undefined : `${value}%`
}

/** Formats a distance in metres below 1 km, and in kilometres above: `650 m`, `1.3 km`. */
function distance(metres: number | undefined) {
  if (metres === undefined) return undefined
  return metres < 1000 ? `${metres} m` : `${Math.round(metres / 100) / 10} km`
}

function earthquakeStandard({ yearBuilt, watchOuts }: Listing) {
  if (watchOuts.includes('before-the-1981-standard')) return 'Older than June 1981'
  if (watchOuts.includes('1981-standard-uncertain')) return '1981, uncertain'
  return yearBuilt !== undefined && yearBuilt > 1981 ? 'June 1981 or later' : undefined
}

const LAYOUT = /^(\d+)(S?)(LDK|DK|LK|LD|K|R)$/
const PARTS = { L: 'living', D: 'dining', K: 'kitchen' }

/**
 * Explains the letters of a layout: `4SLDK` becomes `4SLDK: 4 rooms + storage room, living, dining,
 * kitchen`. The `R` of `1R` means one room with a kitchen corner. With more rooms, `R` says nothing
 * about the kitchen. A layout that the import could not read stays as the source writes it.
 */
export function explainLayout(layout: string | undefined) {
  const [, count = '', storage, kitchen = ''] = layout?.match(LAYOUT) ?? []
  if (!count) return layout
  const isStudio = kitchen === 'R' && count === '1'
  const rooms = count === '1' ? '1 room' : `${count} rooms`
  const parts = [...kitchen].map((part) => PARTS[part as keyof typeof PARTS])
  const more = [storage && 'storage room', ...parts].filter(Boolean).join(', ')
  const start = `${layout}: ${isStudio ? 'one room with a kitchen corner' : rooms}`
  return more ? `${start} + ${more}` : start
}
