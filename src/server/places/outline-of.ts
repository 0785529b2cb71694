import type { ListingRecord } from '#contract/listings.ts'
import { OUTLINES_CREDIT } from '#contract/outlines-credit.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import { spotIn } from './outlines.ts'

interface Row {
  /** A value of the prefecture catalogue. */
  prefecture: string | null
  placeName: NonNullable<ListingRecord['placeName']> | null
  attribution: string | null
}

/**
 * The fields of a record without a photo, whose pages show the outline of the prefecture: the spot of
 * the place in it, and the credits with that of the outlines.
 */
export function outlineOf(row: Row) {
  return {
    spot: spotOf(row),
    attribution: [row.attribution, OUTLINES_CREDIT].filter(Boolean).join('\n'),
  }
}

/**
 * Where the place lies in the outline. Undefined if only the prefecture is known, because the middle of a prefecture says nothing about
 * the house.
 */
export function spotOf({ prefecture, placeName }: Row) {
  if (!prefecture || !placeName || placeName.precision === 'prefecture') return undefined
  return spotIn(prefectureDisplay(prefecture), placeName)
}
