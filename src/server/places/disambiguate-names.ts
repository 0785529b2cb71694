import type { Place } from '#search/places/place.ts'
import { englishKind } from './english-name.ts'

/**
 * The districts (郡) of some towns in Hokkaido, by the codes of the towns. Each of these towns has
 * the same English name and the same kind as another town.
 */
const DISTRICTS: Record<string, string> = {
  '01361': 'Hiyama',
  '01403': 'Furuu',
  '01514': 'Soya',
  '01696': 'Kunashiri',
}

/**
 * Makes equal English names in a prefecture distinct. Adds the district for the towns in
 * `DISTRICTS`, and the kind of municipality, such as `Town`, for all others.
 */
export function disambiguateNames<P extends Pick<Place, 'code' | 'japanese' | 'english'>>(
  municipalities: P[],
) {
  const counts = new Map<string, number>()
  for (const { english } of municipalities) counts.set(english, (counts.get(english) ?? 0) + 1)
  return municipalities.map((municipality) => {
    const { code, japanese, english } = municipality
    if (counts.get(english) === 1) return municipality
    const district = DISTRICTS[code]
    return {
      ...municipality,
      english: district ? `${english} (${district})` : `${english} ${englishKind(japanese)}`,
    }
  })
}
