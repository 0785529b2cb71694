import { formatPoints, meanRating, namedCriteria } from '#client/features/notes/criteria.ts'
import { type NotedHouse, noteRows } from '#client/features/notes/note-rows.ts'
import { labelOf, STATUS_LABELS } from '#client/notes/note-labels.ts'
import type { PartnerNotes, ShortlistHouse } from '#contract/shortlist.ts'
import { type CompareGroup, isStated, toRow } from './compare-rows.ts'

/** The person's notes on the compared houses. Leaves out rows that are empty for all houses. */
export function ownNotes(
  houses: readonly NotedHouse[],
  ownCriteria: ReadonlyMap<string, string>,
): CompareGroup {
  const notes = houses.map((house) => noteRows(house, ownCriteria))
  const rows = (notes[0] ?? []).map(({ id, name }, at) =>
    toRow(
      id,
      name,
      notes.map((ofHouse) => ofHouse[at]?.lines ?? []),
    ),
  )
  return { heading: 'Your notes', absent: 'Nothing noted', rows: rows.filter(isStated) }
}

/** A line of text in a cell. Null, undefined or empty if the partner shares nothing. */
type MaybeLine = string | null | undefined

/** What the partner (who shares the shortlist) has noted on a house. */
export interface PartnersHouse {
  /** The house's entry on the shared shortlist. Undefined if the house is not on the shortlist. */
  house: ShortlistHouse | undefined
  /** The partner's notes. Undefined until they are loaded. */
  notes: PartnerNotes | undefined
  hasFailed: boolean
}

/** The notes that the partner shares. Leaves out rows that are empty for all houses. */
export function partnersNotes(partner: string, houses: readonly PartnersHouse[]): CompareGroup {
  const row = (id: string, name: string, linesOf: (house: PartnersHouse) => MaybeLine[]) =>
    toRow(
      id,
      name,
      houses.map((house) => linesOf(house).flatMap((line) => line || [])),
    )
  return {
    heading: `${partner}’s notes`,
    absent: 'Nothing shared',
    rows: [
      row('status', 'Status', ({ house }) => [labelOf(STATUS_LABELS, house?.their_status)]),
      row('verdict', 'Summary', ({ house }) => [house?.their_verdict]),
      row('rating', 'Rating', ratingLines),
    ].filter(isStated),
  }
}

function ratingLines({ notes, hasFailed }: PartnersHouse) {
  if (!notes) return hasFailed ? ['Ratings not on this device yet'] : []
  const criteria = namedCriteria(new Map(notes.criteria.map(({ id, name }) => [id, name])))
  const values = new Map(notes.fields.map(({ field, value }) => [field, value]))
  const ratings = criteria.flatMap(([id, name]) => {
    const points = values.get(`rating.${id}`)
    return typeof points === 'number' ? [{ name, points }] : []
  })
  const mean = meanRating(ratings.map(({ points }) => points))
  const each = ratings.map(({ name, points }) => `${name}: ${formatPoints(points)}`)
  return [mean, ...new Set(each)]
}
