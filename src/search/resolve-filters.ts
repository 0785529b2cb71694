import type { ListingFilters, ListingSearch } from '#contract/listings.ts'
import { readArea } from '#contract/place-values.ts'
import { prefectureValue } from '#contract/prefectures.ts'
import type { Rates } from '#contract/rates.ts'
import { parseLayout } from '#normalise/layout.ts'
import type { ResolvedFilters } from './conditions.ts'
import { englishCity, isJapaneseCity } from './places/cities.ts'
import type { PlaceLookup } from './places/place-lookup.ts'
import { resolvePlaces } from './places/resolve-places.ts'
import { withPriceBounds } from './price-bounds.ts'

export type ResolvedSearch = ResolvedFilters &
  Pick<ListingSearch, 'page' | 'limit' | 'sort_by' | 'sort_order'>

/**
 * Normalises filters. Prices become bounds in the currencies of the listings. References to places
 * become values of listing columns. So searches that find the same houses mostly have equal filters,
 * even if they use different currencies.
 * @throws {MissingRate} if there is no rate for the currency of the filters.
 */
export async function resolveFilters<F extends ListingFilters>(
  filters: F,
  lookup: PlaceLookup,
  rates: Rates,
) {
  const { place, near, within, ...given } = normaliseFilters(filters)
  const { prefecture, city } = given
  const normal = isJapaneseCity(city)
    ? { ...given, city: englishCity(await lookup.places(), { prefecture, city }) }
    : given
  const resolved = await resolvePlaces(lookup, { place, near, within })
  return { ...withPriceBounds(normal, rates), ...resolved }
}

/** Normalises filters, so that equal searches share a cache entry. */
function normaliseFilters<F extends ListingFilters>(filters: F): F {
  const { prefecture, city, layout, marks, area } = filters
  return {
    ...filters,
    area: area && Object.values(readArea(area) ?? {}).join(','),
    prefecture: prefecture ? prefectureValue(prefecture) : undefined,
    city: city || undefined,
    layout: layout ? normaliseLayout(layout) : undefined,
    marks: marks ? [...new Set(marks.split(','))].sort().join(',') : undefined,
  }
}

/** `４ｌｄｋ` becomes `4LDK`. An invalid layout finds nothing. */
function normaliseLayout(text: string) {
  const layout = parseLayout(text)
  return layout.kind === 'read' ? layout.value : text
}
