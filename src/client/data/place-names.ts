import { queryOptions, skipToken } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import type { Suggestion } from '#contract/places.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import type { ListingsParams } from './listings-params.ts'
import { onDevice } from './on-device.ts'

const endpoint = lazyEndpoints(() => import('#contract/places.ts'))

/**
 * Places change only when the operator imports new ones, so the app may use a cached response for a
 * long time.
 */
const STALE_TIME_MS = 24 * 60 * 60_000

/** Places whose name begins with a text. Sends no request without a text. */
export function suggestionsQuery(text: string) {
  return queryOptions({
    queryKey: ['place-suggestions', text],
    queryFn: text
      ? ({ signal }) => call(endpoint('suggestPlaces'), { q: text }, signal)
      : skipToken,
    staleTime: STALE_TIME_MS,
    ...onDevice('suggestPlaces', { q: text }),
  })
}

/**
 * Finds the place with a reference such as `38214` or `station:ID`, so that the page can show its
 * name. The endpoint for suggestions accepts a reference instead of a text.
 */
export function placeNameQuery(ref: string) {
  return queryOptions({
    queryKey: ['place-name', ref],
    queryFn: ({ signal }) => call(endpoint('suggestPlaces'), { q: ref }, signal),
    staleTime: STALE_TIME_MS,
    ...onDevice('suggestPlaces', { q: ref }),
    select: ({ suggestions }) => suggestions.find((suggestion) => suggestion.ref === ref),
  })
}

/**
 * The name of the prefecture with this code. Needs no request, because the app contains the names.
 */
export function prefectureOf(ref: string) {
  return ref.length === 2 ? PREFECTURES[Number(ref) - 1]?.display : undefined
}

/** A place in words: `Seiyo`, `Uwajima Station`. */
export function nameOfPlace({ en, kind }: Pick<Suggestion, 'en' | 'kind'>) {
  return kind === 'station' && !/station$|駅$/i.test(en) ? `${en} Station` : en
}

/** The search parameters that find the houses in a suggested place, or around a station. */
export function searchInPlace({
  kind,
  ref,
}: Pick<Suggestion, 'kind' | 'ref'>): Pick<ListingsParams, 'region' | 'place' | 'near'> {
  // The cast is safe, because the reference of a region is one of `REGION_CODES`.
  if (kind === 'region') return { region: ref as ListingsParams['region'] }
  return kind === 'station' ? { near: ref } : { place: ref }
}
