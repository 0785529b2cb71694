import { OUTLINES_CREDIT } from '#contract/outlines-credit.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import { spotIn } from './outlines.ts'
import type { StoredPlaceName } from './place-name.ts'

interface Row {
  /** The `value` of a prefecture in the contract, such as `ehime`. */
  prefecture: string | null
  placeName: StoredPlaceName | null
  attribution: string | null
}

/**
 * The data for the page of a house without a photo, which shows the outline of the prefecture
 * instead: the position of the place in the outline, and the credit of the outlines.
 */
export function outlineOf(row: Row) {
  return {
    spot: spotOf(row),
    attribution: [row.attribution, OUTLINES_CREDIT].filter(Boolean).join('\n'),
  }
}

/**
 * The position of the place in the outline. Undefined if only the prefecture is known, because the
 * prefecture's centre says nothing about the house.
 */
export function spotOf({ prefecture, placeName }: Row) {
  if (!prefecture || !placeName || placeName.precision === 'prefecture') return undefined
  return spotIn(prefectureDisplay(prefecture), placeName)
}
