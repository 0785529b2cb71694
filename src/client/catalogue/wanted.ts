import type { CataloguePart } from '#contract/catalogue.ts'
import { PREFECTURES } from '#contract/prefectures.ts'

/** The name of a prefecture. Null stands for houses whose prefecture is unknown. */
export type PrefectureName = string | null

/** What the person wants to have on this device. */
export interface Wanted {
  /** What searches need: columns and places. Undefined until the person or the app decides. */
  columns: boolean | undefined
  /** The prefectures whose houses can be opened. */
  prefectures: PrefectureName[]
  /** Those of `prefectures` whose houses are saved with their photos. */
  photos: PrefectureName[]
  /** The saved searches whose houses can be opened, and are saved with their photos. */
  searches: WantedSearch[]
  isPaused: boolean
}

export interface WantedSearch {
  /** As a query string, see `writeSearch`. */
  search: string
  /** The prefectures in which the last edition had matching houses. */
  prefectures: PrefectureName[]
}

export const UNDECIDED: Wanted = {
  columns: undefined,
  prefectures: [],
  photos: [],
  searches: [],
  isPaused: false,
}
export const NOTHING: Wanted = { ...UNDECIDED, columns: false }

/** Includes the prefectures without houses, because a later edition may have houses there. */
const EVERY_PREFECTURE: PrefectureName[] = [...PREFECTURES.map(({ value }) => value), null]

/** Adds to what is wanted. Always adds the columns, because a device without them finds no house. */
export function want(wanted: Wanted, more: Partial<Wanted> = {}): Wanted {
  return { ...wanted, columns: true, isPaused: false, ...more }
}

export function withPrefecture(wanted: Wanted, prefecture: PrefectureName) {
  return want(wanted, { prefectures: including(wanted.prefectures, prefecture) })
}

export function withEveryPrefecture(wanted: Wanted) {
  return want(wanted, { prefectures: EVERY_PREFECTURE })
}

export function withPhotos(wanted: Wanted, prefecture: PrefectureName) {
  const withDetails = withPrefecture(wanted, prefecture)
  return { ...withDetails, photos: including(wanted.photos, prefecture) }
}

export function withSearch(wanted: Wanted, added: WantedSearch) {
  return want(wanted, { searches: [...withoutSearch(wanted, added.search).searches, added] })
}

/** Replaces the prefectures of the searches that are still wanted. */
export function withLocated(wanted: Wanted, located: WantedSearch[]): Wanted {
  const find = ({ search }: WantedSearch) => located.find((one) => one.search === search)
  return { ...wanted, searches: wanted.searches.map((one) => find(one) ?? one) }
}

export function withoutPrefecture(wanted: Wanted, prefecture: PrefectureName): Wanted {
  const prefectures = wanted.prefectures.filter((name) => name !== prefecture)
  return { ...withoutPhotos(wanted, prefecture), prefectures }
}

export function withoutPhotos(wanted: Wanted, prefecture: PrefectureName): Wanted {
  return { ...wanted, photos: wanted.photos.filter((name) => name !== prefecture) }
}

export function withoutSearch(wanted: Wanted, search: string): Wanted {
  return { ...wanted, searches: wanted.searches.filter((one) => one.search !== search) }
}

function including(names: PrefectureName[], name: PrefectureName) {
  return [...new Set([...names, name])]
}

/** The prefectures whose houses can be opened. */
function wantedPrefectures({ prefectures, searches }: Wanted) {
  return new Set([...prefectures, ...searches.flatMap((search) => search.prefectures)])
}

/** The parts that the person wants to have on this device. */
export function wantedParts(parts: CataloguePart[], wanted: Wanted) {
  const names = wantedPrefectures(wanted)
  return parts.filter(({ tier, prefecture = null }) =>
    tier === 'details' ? names.has(prefecture) : wanted.columns === true,
  )
}

/** Whether `after` needs parts that `before` does not need. */
export function wantsMore(before: Wanted, after: Wanted) {
  const known = wantedPrefectures(before)
  const isNew = [...wantedPrefectures(after)].some((name) => !known.has(name))
  return isNew || (after.columns === true && before.columns !== true)
}
