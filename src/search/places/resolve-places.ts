import type { ListingFilters } from '#contract/listings.ts'
import { DEFAULT_WITHIN_KM, type PlaceRef, readPlaceRef } from '#contract/place-values.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { boxAround } from '../circle.ts'
import type { AroundPlace, LiesIn, ResolvedFilters } from '../conditions.ts'
import { MAX_FROM_OAZA_KM } from '../radius.ts'
import { MUNICIPALITY_LENGTH, withWards } from './place.ts'
import type { PlaceLookup } from './place-lookup.ts'

type Resolved<F> = Omit<F, 'place' | 'near' | 'within'> &
  Pick<ResolvedFilters, 'liesIn' | 'around' | 'findsNothing'>

/**
 * Replaces each place code in the filters by values of listing columns or by a circle, because a
 * search cannot compare listings with a place code.
 */
export async function resolvePlaces<F extends ListingFilters>(
  lookup: PlaceLookup,
  { place, near, within = DEFAULT_WITHIN_KM, ...filters }: F,
): Promise<Resolved<F>> {
  if (place === undefined && near === undefined) return filters
  const found = await Promise.all([
    ...(place === undefined ? [] : [findInside(lookup, place)]),
    ...(near === undefined ? [] : [findNearby(lookup, readPlaceRef(near), within * 1000)]),
  ])
  const known = found.filter((one) => one !== null)
  if (known.length < found.length) return { ...filters, findsNothing: true }
  const liesIn = known.filter((one) => 'prefecture' in one)
  return {
    ...filters,
    liesIn: liesIn.length > 0 ? liesIn : undefined,
    around: known.find((one) => 'metres' in one),
  }
}

/**
 * The column values that all listings in a place have in common. Null if the place does not exist.
 */
async function findInside(lookup: PlaceLookup, code: string): Promise<LiesIn | null> {
  if (code.length === 2) {
    const prefecture = PREFECTURES[Number(code) - 1]?.value
    return prefecture === undefined ? null : { prefecture }
  }
  const inside = withWards(await lookup.places(), code.slice(0, MUNICIPALITY_LENGTH))
  const [first] = inside
  if (!first) return null
  return {
    prefecture: first.prefecture,
    cities: inside.map(({ english }) => english).sort(),
    ...(code.length > MUNICIPALITY_LENGTH && { place: code }),
  }
}

/**
 * The circle around a place. If the place has no coordinate of its own, the search covers the whole
 * place instead.
 */
async function findNearby(
  lookup: PlaceLookup,
  ref: PlaceRef | undefined,
  metres: number,
): Promise<AroundPlace | LiesIn | null> {
  if (ref === undefined) return null
  if (ref.kind === 'point') return { latitude: ref.latitude, longitude: ref.longitude, metres }
  if (ref.kind === 'station') {
    const station = await lookup.findStation(ref.id)
    return station && { latitude: station.latitude, longitude: station.longitude, metres }
  }
  return ref.code.length > MUNICIPALITY_LENGTH
    ? aroundOaza(lookup, ref.code, metres)
    : aroundMunicipality(lookup, ref.code, metres)
}

async function aroundOaza(lookup: PlaceLookup, code: string, metres: number) {
  const oaza = await lookup.findOaza(code)
  if (!oaza) return null
  const { latitude, longitude } = oaza
  const inside = { codes: [code], box: boxAround(oaza, MAX_FROM_OAZA_KM * 1000) }
  return { latitude, longitude, metres, inside }
}

async function aroundMunicipality(lookup: PlaceLookup, code: string, metres: number) {
  const places = await lookup.places()
  const place = places.get(code)
  if (!place) return null
  if (place.precision === 'prefecture') return findInside(lookup, code)
  const { latitude, longitude } = place
  const municipalities = withWards(places, code)
  const codes = municipalities.map((one) => one.code).sort()
  const box = await lookup.boxOfHouses(municipalities)
  return { latitude, longitude, metres, inside: { codes, box } }
}
