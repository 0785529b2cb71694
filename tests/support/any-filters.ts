import fc from 'fast-check'
import { REGION_CODES } from '#contract/choices.ts'
import { worthIn } from '#contract/converted-price.ts'
import { pointRef, WITHIN_KM } from '#contract/place-values.ts'
import { readMarks } from '#search/marks.ts'
import { fixedRates } from '#server/rates/fixed-rates.ts'
import type { ListingRow } from './generated-listings.ts'

/**
 * Generates filters like those of a client: only a few at a time, with values that occur in
 * `rows`.
 */
export function anyFilters(rows: ListingRow[]) {
  const sometimes = <T>(read: (row: ListingRow) => T | null) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(...rows.flatMap((row) => read(row) ?? [])) },
    )
  return fc.record({
    prefecture: sometimes((row) => row.prefecture),
    city: sometimes((row) => row.city),
    layout: fc.oneof(
      sometimes((row) => row.layout),
      sometimes((row) => row.layout?.match(/^\d+/)?.[0] ?? null),
    ),
    sale_price_min: sometimes((row) => priceOf(row, 'USD')),
    sale_price_max: sometimes((row) => priceOf(row, 'USD')),
    sale_price_currency: fc.constantFrom(undefined, 'USD', 'AUD'),
    building_area_min: sometimes((row) => row.buildingArea),
    building_area_max: sometimes((row) => row.buildingArea),
    land_area_min: sometimes((row) => row.landArea),
    land_area_max: sometimes((row) => row.landArea),
    construction_year_min: sometimes((row) => row.constructionYear),
    construction_year_max: sometimes((row) => row.constructionYear),
    marks: sometimes(marksOf),
    region: fc.oneof(
      { weight: 6, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(...REGION_CODES) },
    ),
    area: sometimes(areaAround),
    station_max: sometimes((row) => kilometres(row.stationMetres)),
    shinkansen_max: sometimes((row) => kilometres(row.shinkansenMetres)),
    airport_max: sometimes((row) => kilometres(row.airportMetres)),
    sea_max: sometimes((row) => kilometres(row.seaMetres)),
    match: fc.option(fc.constant('possible' as const), { nil: undefined, freq: 4 }),
  })
}

/**
 * Generates the place filters of searches: the codes of places in `rows`, and points at which
 * listings of `rows` lie.
 */
export function anyPlaces(rows: ListingRow[]) {
  const code = fc.constantFrom(...rows.flatMap(({ place }) => place ?? []))
  const point = fc.constantFrom(...rows).map(({ latitude, longitude }) => {
    return pointRef({ latitude: latitude ?? 35, longitude: longitude ?? 135 })
  })
  const prefecture = code.map((code) => code.slice(0, 2))
  const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
  return fc.record({
    place: sometimes(fc.oneof(code, prefecture)),
    near: sometimes(fc.oneof(code, point)),
    within: fc.constantFrom(undefined, ...WITHIN_KM),
  })
}

/** A limit that the distance exceeds by less than the errors of places. */
function kilometres(metres: number | null) {
  return metres === null ? null : (metres + 5000) / 1000
}

interface Limit {
  metres: number | null
  error: number | null
  /** Null if the search has no limit. */
  limit: number | null
  isStated: boolean
}

/** Whether a house meets the filters by distance: surely, or only possibly with `match`. */
export function meetsDistances(row: ListingRow, search: DistanceFilters) {
  const given = limitsOf(row, search).filter(({ limit }) => limit !== null)
  const meets = (sign: 1 | -1) =>
    given.every(
      ({ metres, error, limit, isStated }) =>
        isStated ||
        (metres !== null && error !== null && metres + sign * error <= (limit ?? Infinity)),
    )
  return search.match ? given.length > 0 && meets(-1) && !meets(1) : meets(1)
}

interface DistanceFilters {
  station_max?: number | undefined
  shinkansen_max?: number | undefined
  airport_max?: number | undefined
  sea_max?: number | undefined
  match?: 'possible' | undefined
}

function limitsOf(row: ListingRow, search: DistanceFilters): Limit[] {
  const limit = (km: number | undefined) => (km === undefined ? null : Math.round(km * 1000))
  const error = row.radiusMetres ?? null
  const isBySea = readMarks(row).tags.includes('by-the-sea') && (search.sea_max ?? 0) >= 1
  const place = { error, isStated: false }
  return [
    {
      ...{ metres: row.stationMetres, limit: limit(search.station_max), isStated: false },
      error: row.stationIsStated ? 0 : error,
    },
    {
      ...{ metres: row.shinkansenMetres, limit: limit(search.shinkansen_max), isStated: false },
      error: row.shinkansenIsStated ? 0 : error,
    },
    { ...place, metres: row.airportMetres, limit: limit(search.airport_max) },
    { ...place, metres: row.seaMetres, limit: limit(search.sea_max), isStated: isBySea },
  ]
}

/** An area of one degree by one degree. The listing lies inside the area, near a corner. */
function areaAround({ latitude, longitude }: ListingRow) {
  if (latitude === null || longitude === null) return null
  return [latitude - 0.9, longitude - 0.1, latitude + 0.1, longitude + 0.9]
    .map((degrees) => Number(degrees.toFixed(4)))
    .join(',')
}

/** Generates a filter by marks (signs and tags) that the listing meets. */
function marksOf(row: ListingRow) {
  const { watchOuts, goodSigns, tags } = readMarks(row)
  const own: string[] = [...watchOuts, ...goodSigns, ...tags]
  const missing = EXCLUDED.filter((mark) => !own.includes(mark))
  return [...own.slice(0, 2), ...missing.map((mark) => `-${mark}`)].join(',') || null
}

/** Marks of each kind that filters exclude. */
const EXCLUDED = ['septic-tank', 'parking', 'onsen']

/** The rates of the test server. */
export const RATES = fixedRates(150)

/**
 * The price in a person's currency (US or Australian dollars), converted at {@link RATES}. Null if
 * unknown.
 */
export function priceOf(
  { priceYen, priceCents }: Pick<ListingRow, 'priceYen' | 'priceCents'>,
  currency: string | undefined = 'USD',
) {
  const { per_yen = 0, per_dollar = 0 } = worthIn(currency, RATES) ?? {}
  const round = (amount: number) =>
    Math.round(currency === 'USD' ? amount : Number(amount.toPrecision(3)))
  if (priceYen !== null) return round(priceYen * per_yen)
  if (priceCents === null) return null
  const dollars = priceCents / 100
  return currency === 'USD' ? dollars : round(dollars * per_dollar)
}
