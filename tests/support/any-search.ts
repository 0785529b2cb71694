import fc from 'fast-check'
import type * as z from 'zod/mini'
import { PAGE_SIZES } from '#contract/choices.ts'
import {
  type ListingRecord,
  type ListingSearch,
  SORT_FIELDS,
  type searchListings,
} from '#contract/listings.ts'
import { WITHIN_KM } from '#contract/place-values.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { toCardRecord } from '#server/listings/listing-records.ts'
import { anyFilters, RATES } from './any-filters.ts'
import type { addPlacedHouses } from './placed-houses.ts'

type PlacedHouses = Awaited<ReturnType<typeof addPlacedHouses>>

/** Generates searches with a few filters of any kind, written in every way that a link may use. */
export function anySearch({ offered, towns, oaza, stations }: PlacedHouses) {
  const codes = [...towns.map(({ code }) => code), ...oaza.map(({ code }) => code)]
  const near = fc.oneof(
    fc.constantFrom(...codes),
    fc.constantFrom(...stations.map(({ id }) => `station:${id}`)),
    fc.constantFrom('38', '28100', '38999', '99', 'station:none', '34.69,135.19'),
  )
  const place = fc.constantFrom(...codes, '38', '28100', '38999', '99', '389990001')
  const others = fc.record({
    near: inOneOf(2, near),
    within: inOneOf(2, fc.constantFrom(...WITHIN_KM)),
    place: inOneOf(6, place),
    match: inOneOf(4, fc.constant('possible')),
    city: inOneOf(6, fc.constantFrom(...towns.flatMap(namesOf), '府中市', 'hokkaido/伊達市')),
    layout: inOneOf(10, fc.constantFrom('４ｌｄｋ', '5', 'ワンルーム', 'none')),
    prefecture: inOneOf(10, fc.constantFrom(...PREFECTURES.map(({ display }) => display))),
    marks: inOneOf(
      10,
      fc.constantFrom('parking,onsen,parking', '-parking', 'none', 'onsen,-onsen'),
    ),
    sale_price_currency: inOneOf(1, fc.constantFrom(...Object.keys(RATES.yen_per), '')),
  })
  const paging = fc.record({
    page: fc.oneof(
      fc.constantFrom(1, 2, 3),
      fc.nat(100).map((page) => page + 1),
    ),
    limit: fc.constantFrom(...PAGE_SIZES),
    sort_by: fc.constantFrom(...SORT_FIELDS),
    sort_order: fc.constantFrom('asc', 'desc'),
  })
  // Most searches with many filters find nothing.
  const filters = anyFilters(offered).map(({ match: _, ...filters }) => given(filters))
  const few = filters.chain((all) => fc.subarray(Object.entries(all)))
  return fc
    .tuple(few.map(Object.fromEntries), others, paging)
    .map((parts) => Object.assign({}, ...parts.map(given)))
}

/** A value in one of `searches` searches, otherwise undefined. */
function inOneOf<T>(searches: number, value: fc.Arbitrary<T>) {
  const none = { weight: searches - 1, arbitrary: fc.constant(undefined) }
  return fc.oneof({ weight: 1, arbitrary: value }, none)
}

function namesOf({ prefecture, japanese, english }: PlacedHouses['towns'][number]) {
  return [japanese, english, `${prefecture}/${japanese}`, `${prefecture}/${english}`]
}

function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** The part of a search that counts and maps use. */
export function filtersOf(search: ListingSearch) {
  const { page: _, limit: __, sort_by: ___, sort_order: ____, ...filters } = search
  return filters
}

/** Removes from the server's answer what a device does not know: facts that no card shows. */
export function onDevice(answer: z.output<typeof searchListings.output>) {
  return { ...answer, results: answer.results.map(toCardRecord).map(cardOf) }
}

function cardOf(record: ListingRecord) {
  const hidden = { Transportation: null, 'Building - Structure': null, attribution: null }
  const contact = { 'Contact Number': undefined, 'Reference URL': undefined, link: undefined }
  const own = { municipalContact: undefined, propertyNumber: undefined, shareKey: undefined }
  return { ...record, ...hidden, ...contact, ...own }
}
