import type { FilterName } from '#client/data/listing-search.ts'
import { type ListingsParams, readMarks } from '#client/data/listings-params.ts'
import { signOf } from '#contract/currencies.ts'
import { markName, writeMarkStates } from '#contract/mark-codes.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import { formatArea, formatNumber } from './format.ts'
import { describePlace, type PlaceNames } from './place-filters.ts'

const DISTANCES = [
  { name: 'stationMax', to: 'station' },
  { name: 'shinkansenMax', to: 'Shinkansen' },
  { name: 'airportMax', to: 'airport' },
  { name: 'seaMax', to: 'sea' },
] as const

/** The text of an active filter, and the parameters of the search without this filter. */
export interface ActiveFilter {
  text: string
  cleared: ListingsParams
}

/** The area unit and the place names that the texts of some filters contain. */
export interface FilterWords {
  /** The code of the area unit, such as `m2`. */
  unit?: string | undefined
  names?: PlaceNames | undefined
}

/** A floor plan such as `4LDK`, or a number of rooms: `4 rooms`. */
function nameFloorPlan(floorPlan: string) {
  if (!/^\d+$/.test(floorPlan)) return floorPlan
  return floorPlan === '1' ? '1 room' : `${floorPlan} rooms`
}

/** The active filters of a search, such as `Kyoto` and `up to $50,000`. A range is one filter. */
export function activeFilters(
  params: ListingsParams,
  { unit, names }: FilterWords = {},
): ActiveFilter[] {
  const {
    currency = 'USD',
    prefecture,
    city,
    floorPlan,
    constructionYearMin,
    constructionYearMax,
  } = params
  const inUnit = (area: number) => formatArea(area, { unit })
  const area = range(params.areaMin, params.areaMax, inUnit)
  const land = range(params.landAreaMin, params.landAreaMax, inUnit)
  const formatAmount = (amount: number) => signOf(currency) + formatNumber(amount)
  const price = range(params.priceMin, params.priceMax, formatAmount)
  const years = [
    constructionYearMin !== undefined && `built after ${constructionYearMin}`,
    constructionYearMax !== undefined && `built before ${constructionYearMax}`,
  ]
  const where = describePlace(params, names)
  const all: [text: string | undefined, ...names: FilterName[]][] = [
    [where.near, 'near'],
    [where.place, 'place'],
    [where.region, 'region'],
    [where.area, 'area'],
    [city, 'city'],
    [prefecture && prefectureDisplay(prefecture), 'prefecture'],
    [floorPlan && nameFloorPlan(floorPlan), 'floorPlan'],
    [price, 'priceMin', 'priceMax'],
    [area && `building of ${area}`, 'areaMin', 'areaMax'],
    [land && `land of ${land}`, 'landAreaMin', 'landAreaMax'],
    [years.filter(Boolean).join(', '), 'constructionYearMin', 'constructionYearMax'],
    ...DISTANCES.map(({ name, to }): [string | undefined, FilterName] => {
      const km = params[name]
      return [km === undefined ? undefined : `${to} within ${formatNumber(km, 1)} km`, name]
    }),
  ]
  return [
    ...all.flatMap(([text, ...names]) =>
      text ? { text, cleared: Object.fromEntries(names.map((name) => [name, undefined])) } : [],
    ),
    ...[...readMarks(params)].map(([mark, state], _, marks) => ({
      text: state === 'without' ? `without: ${markName(mark)}` : markName(mark),
      cleared: {
        marks: writeMarkStates(new Map(marks.filter(([other]) => other !== mark))) || undefined,
      },
    })),
  ]
}

function range(
  min: number | undefined,
  max: number | undefined,
  format: (value: number) => string,
) {
  if (min !== undefined && max !== undefined) return `${format(min)} to ${format(max)}`
  if (min !== undefined) return `${format(min)} or more`
  return max === undefined ? undefined : `up to ${format(max)}`
}
