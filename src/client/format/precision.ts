import type { ListingRecord } from '#contract/listings.ts'
import { formatNumber } from './format.ts'

type Place = NonNullable<ListingRecord['placeName']>

/**
 * The name of the circle in which a house probably lies. If the circle covers the whole prefecture,
 * this is the name of the prefecture. Otherwise, it is the English name of the place.
 */
export function nameOfCircle(
  { en, precision }: Pick<Place, 'en' | 'precision'>,
  prefecture: string,
) {
  return precision === 'prefecture' ? prefecture : en
}

/** Says where a house is: at a point, or somewhere in a circle. */
export function describePosition(
  name: string,
  { precision, radiusKm }: Pick<Place, 'precision' | 'radiusKm'>,
) {
  return precision === 'point'
    ? `in ${name}, at the point that the source states`
    : describePrecision(name, radiusKm)
}

/** Describes the circle in which a house lies: `somewhere in Seiyo, within about 9 km of its center`. */
export function describePrecision(en: string, radiusKm: number) {
  return `somewhere in ${en}, within about ${formatKm(radiusKm)} of its center`
}

/** Rounds to half kilometres below 10 km, and to whole kilometres above: `1.5 km`, `12 km`. */
export function formatKm(km: number) {
  const rounded = km < 10 ? Math.max(0.5, Math.round(km * 2) / 2) : Math.round(km)
  return `${formatNumber(rounded, 1)} km`
}
