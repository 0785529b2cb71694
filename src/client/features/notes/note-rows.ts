import type { Listing } from '#client/data/to-listing.ts'
import { formatYen } from '#client/format/format.ts'
import { numberOf, textOf } from '#client/notes/field-values.ts'
import { labelOf, STATUS_LABELS } from '#client/notes/note-labels.ts'
import { toPin } from '#client/notes/pin.ts'
import type { ShownFields } from '#client/notes/shown-fields.ts'
import { countAnswers, formatProblems } from './checklist-questions.ts'
import { formatPoints, meanRating, namedCriteria } from './criteria.ts'

export interface NotedHouse {
  listing: Listing
  fields: ShownFields
}

interface NoteRow {
  id: string
  name: string
  /** The lines of text in this row. Empty if the person has noted nothing. */
  lines: string[]
}

export function noteRows(
  { listing, fields }: NotedHouse,
  ownCriteria: ReadonlyMap<string, string>,
): NoteRow[] {
  const criteria = namedCriteria(ownCriteria)
  const price = numberOf(fields, 'told.price')
  const pointsOf = (id: string) => numberOf(fields, `rating.${id}`)
  const mean = meanRating(criteria.flatMap(([id]) => pointsOf(id) ?? []))
  return [
    noteRow('status', 'Status', labelOf(STATUS_LABELS, fields.status?.value)),
    noteRow('verdict', 'Summary', textOf(fields, 'verdict')),
    noteRow('note', 'Notes', textOf(fields, 'note')),
    noteRow('rating', 'Rating', mean),
    ...criteria.map(([id, name]) => noteRow(`rating.${id}`, name, formatPoints(pointsOf(id)))),
    noteRow('check', 'Checklist', ...checklistLines(listing, fields)),
    noteRow(
      'told.price',
      'Price you were told',
      price === undefined ? undefined : formatYen(price),
    ),
    noteRow('told.agreement', 'Told or agreed', textOf(fields, 'told.agreement')),
    noteRow('pin', 'Your pin', formatAccuracy(fields)),
  ]
}

function noteRow(id: string, name: string, ...lines: (string | undefined)[]): NoteRow {
  return { id, name, lines: lines.flatMap((line) => line || []) }
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
