import fc from 'fast-check'
import { REGION_CODES } from '#contract/choices.ts'
import { worthIn } from '#contract/display-in.ts'
import { pointRef, WITHIN_KM } from '#contract/place-values.ts'
import { readMarks } from '#server/listings/marks.ts'
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
    layout: sometimes((row) => row.layout),
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

function kilometres(metres: number | null) {
  return metres === null ? null : metres / 1000
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
