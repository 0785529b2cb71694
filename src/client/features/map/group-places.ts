import { type HousePrecision, REGION_CODES } from '#contract/choices.ts'
import type { PlaceCounts } from '#contract/listings.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { REGIONS } from '#contract/regions.ts'

/**
 * The zoom levels at which the circles change: to prefectures, to municipalities, and to oaza
 * (districts) where the oaza are known.
 */
export const PREFECTURE_ZOOM = 5.5
export const MUNICIPALITY_ZOOM = 7
export const OAZA_ZOOM = 11

/**
 * The radius in pixels of the smallest and of the largest circle. Each entry applies from its zoom
 * level on, up to the zoom level of the next entry.
 */
const RADII = [
  { zoom: 0, least: 10, most: 18 },
  { zoom: 5, least: 12, most: 24 },
  { zoom: PREFECTURE_ZOOM, least: 8, most: 18 },
  { zoom: MUNICIPALITY_ZOOM, least: 7, most: 15 },
  { zoom: 9, least: 10, most: 24 },
] as const

/** A place with its houses, or the point of a house that is saved on this device. */
export type MappedPlace = Omit<PlaceCounts['places'][number], 'precision'> & {
  precision: HousePrecision
}

/** A circle on the map. It stands for one place, or for an area with all its places. */
export interface Cluster {
  key: string
  en: string
  ja: string
  latitude: number
  longitude: number
  count: number
  /** The radius in pixels. The area of a circle grows with its number of houses. */
  radius: number
  /** All places that the circle represents. */
  places: MappedPlace[]
}

type Named = Pick<Cluster, 'key' | 'en' | 'ja'>

/**
 * Returns the circles of the map at a zoom level, the largest first, so that smaller circles lie
 * above them.
 */
export function groupPlaces(places: readonly MappedPlace[], zoom: number): Cluster[] {
  const groups = groupBy(places, zoom < PREFECTURE_ZOOM ? regionOf : prefectureOf)
  const clusters =
    zoom < MUNICIPALITY_ZOOM
      ? [...groups].map(([, { area, members }]) => toCluster(area, members))
      : places.map((place) => toCluster({ key: place.code, en: place.en, ja: place.ja }, [place]))
  const { least, most } = RADII.findLast((radii) => zoom >= radii.zoom) ?? RADII[0]
  const largest = Math.max(...clusters.map(({ count }) => count))
  return clusters
    .map((cluster) => ({
      ...cluster,
      radius: least + (most - least) * Math.sqrt(cluster.count / largest),
    }))
    .sort((a, b) => b.count - a.count || a.key.localeCompare(b.key))
}

function groupBy(places: readonly MappedPlace[], areaOf: (prefecture: string) => Named) {
  const groups = new Map<string, { area: Named; members: MappedPlace[] }>()
  for (const place of places) {
    const area = areaOf(place.prefecture)
    const group = groups.get(area.key)
    if (group) group.members.push(place)
    else groups.set(area.key, { area, members: [place] })
  }
  return groups
}

function prefectureOf(prefecture: string): Named {
  const known = PREFECTURES.find(({ value }) => value === prefecture)
  return { key: prefecture, en: known?.display ?? prefecture, ja: known?.japanese ?? '' }
}

function regionOf(prefecture: string): Named {
  const number = PREFECTURES.findIndex(({ value }) => value === prefecture) + 1
  // Find the first region that contains the prefecture. The list of regions begins with eight
  // regions that cover Japan without overlap. Regions that overlap them, such as the coast, come
  // later and are never found.
  const code = REGION_CODES.find((code) => REGIONS[code].prefectures.includes(number))
  if (!code) return prefectureOf(prefecture)
  return { key: `region ${code}`, en: REGIONS[code].display, ja: REGIONS[code].japanese }
}

function toCluster(area: Named, places: MappedPlace[]): Omit<Cluster, 'radius'> {
  const count = places.reduce((sum, { count }) => sum + count, 0)
  // Weight each place by its number of houses, so that the circle stands where most houses are.
  const mean = (of: (place: MappedPlace) => number) =>
    places.reduce((sum, place) => sum + of(place) * place.count, 0) / count
  return {
    ...area,
    latitude: mean(({ latitude }) => latitude),
    longitude: mean(({ longitude }) => longitude),
    count,
    places,
  }
}

/**
 * Whether a circle stands for several places. A tap on such a circle shows its places instead of
 * houses.
 */
export function splits({ places }: Cluster) {
  return places.length > 1
}
