import type { Listing } from '#client/data/to-listing.ts'
import { formatYen } from '#client/format/format.ts'
import { labelOf, STATUS_LABELS } from '#client/kit/note-labels.ts'
import { toPin } from '#client/kit/pin.ts'
import type { ShownFields } from '#client/kit/shown-fields.ts'
import { MAX_RATING } from '#contract/kit-choices.ts'
import type { PartnerNotes, ShortlistHouse } from '#contract/shortlist.ts'
import { countAnswers, formatProblems } from '../notes/checklist-questions.ts'
import { meanRating, namedCriteria } from '../notes/criteria.ts'
import { numberOf, textOf } from '../notes/notes-props.ts'
import { type CompareGroup, isStated, toRow } from './compare-rows.ts'

/** A line of text in a cell. Null, undefined or empty if the person has noted nothing. */
type MaybeLine = string | null | undefined

/** A house with the person's notes on it. */
export interface NotedHouse {
  listing: Listing
  fields: ShownFields
}

/** The person's notes on the compared houses. Leaves out rows that are empty for all houses. */
export function ownNotes(
  houses: readonly NotedHouse[],
  ownCriteria: ReadonlyMap<string, string>,
): CompareGroup {
  const criteria = namedCriteria(ownCriteria)
  const row = rowBuilder(houses)
  const pointsOf = ({ fields }: NotedHouse, id: string) => numberOf(fields, `rating.${id}`)
  return {
    heading: 'Your notes',
    absent: 'Nothing noted',
    rows: [
      row('status', 'Status', ({ fields }) => [labelOf(STATUS_LABELS, fields.status?.value)]),
      row('verdict', 'Verdict', ({ fields }) => [textOf(fields, 'verdict')]),
      row('note', 'Notes', ({ fields }) => [textOf(fields, 'note')]),
      row('rating', 'Rating', (house) => [
        meanRating(criteria.flatMap(([id]) => pointsOf(house, id) ?? [])),
      ]),
      ...criteria.map(([id, name]) =>
        row(`rating.${id}`, name, (house) => [formatPoints(pointsOf(house, id))]),
      ),
      row('check', 'Checklist', ({ listing, fields }) => checklistLines(listing, fields)),
      row('told.price', 'Price you were told', ({ fields }) => {
        const price = numberOf(fields, 'told.price')
        return [price === undefined ? undefined : formatYen(price)]
      }),
      row('told.agreement', 'Told or agreed', ({ fields }) => [textOf(fields, 'told.agreement')]),
      row('pin', 'Your pin', ({ fields }) => [formatAccuracy(fields)]),
    ].filter(isStated),
  }
}

function checklistLines(listing: Listing, fields: ShownFields) {
  const { answered, all, problems } = countAnswers(listing, fields)
  if (answered === 0) return []
  return [`${answered} of ${all} answered`, problems > 0 ? formatProblems(problems) : undefined]
}

function formatAccuracy(fields: ShownFields) {
  const pin = toPin(fields.pin?.value)
  return pin && `Accurate to ${Math.ceil(pin.accuracy_m)} m`
}

function formatPoints(points: number | undefined) {
  return points === undefined ? undefined : `${points} of ${MAX_RATING}`
}

/** What the partner (who shares the shortlist) has noted on a house. */
export interface PartnersHouse {
  /** The house's entry on the shared shortlist. Undefined if the house is not on the shortlist. */
  house: ShortlistHouse | undefined
  /** The partner's notes. Undefined until they are loaded. */
  notes: PartnerNotes | undefined
  /** Whether loading the partner's notes has failed. */
  hasFailed: boolean
}

/** The notes that the partner shares. Leaves out rows that are empty for all houses. */
export function partnersNotes(partner: string, houses: readonly PartnersHouse[]): CompareGroup {
  const row = rowBuilder(houses)
  return {
    heading: `${partner}’s notes`,
    absent: 'Nothing shared',
    rows: [
      row('status', 'Status', ({ house }) => [labelOf(STATUS_LABELS, house?.their_status)]),
      row('verdict', 'Verdict', ({ house }) => [house?.their_verdict]),
      row('rating', 'Rating', ratingLines),
    ].filter(isStated),
  }
}

/** The mean of the partner's ratings, then each rating. */
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

/**
 * Returns a function that makes one row, with a cell for each house. `linesOf` returns a cell's
 * lines.
 */
function rowBuilder<House>(houses: readonly House[]) {
  return (id: string, name: string, linesOf: (house: House) => MaybeLine[]) =>
    toRow(
      id,
      name,
      houses.map((house) => linesOf(house).flatMap((line) => line || [])),
    )
}
