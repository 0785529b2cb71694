import { formatYen } from '#client/format/format.ts'
import {
  ANSWER_LABELS,
  CRITERION_LABELS,
  labelOf,
  STATUS_LABELS,
} from '#client/notes/note-labels.ts'
import { toPin } from '#client/notes/pin.ts'
import { MAX_RATING, type Pin, type RemovedTime } from '#contract/note-choices.ts'

/** The names of the fields of a house's notes, and the texts for their values. */

const NAMES: Record<string, string> = {
  status: 'Status',
  verdict: 'Summary',
  note: 'Notes',
  'told.price': 'Price you were told',
  'told.agreement': 'Told or agreed',
  pin: 'Your pin',
  day: 'Viewing day',
  minutes: 'Length of the viewing',
  remark: 'Remark',
  'appointment.time': 'Appointment',
  'appointment.name': 'Name',
  'appointment.phone': 'Phone',
  removed: 'Removed viewing',
  'start.name': 'Start',
  'start.pin': 'Pin of the starting point',
  'start.time': 'Time of leaving',
}

/** `criteria` maps the ids of the person's own criteria to their names. */
export function nameOfField(field: string, criteria: ReadonlyMap<string, string> = new Map()) {
  const [kind, id = ''] = field.split('.')
  if (kind === 'rating') return labelOf(CRITERION_LABELS, id) ?? criteria.get(id) ?? 'Rating'
  if (kind === 'check') return field.endsWith('.answer') ? 'Checklist' : 'Checklist, remark'
  if (kind === 'photo') return 'Caption of a photo'
  return NAMES[field] ?? field
}

export function describeValue(field: string, value: unknown) {
  if (value === null) return 'nothing'
  if (field === 'status') return labelOf(STATUS_LABELS, value) ?? String(value)
  if (field.endsWith('.answer')) return labelOf(ANSWER_LABELS, value) ?? String(value)
  if (field.startsWith('rating.')) return `${String(value)} of ${MAX_RATING}`
  // The cast is safe, because the contract checked the value when it was written.
  if (field === 'removed') return (value as RemovedTime).day
  if (field === 'minutes') return `${String(value)} min`
  if (field === 'told.price' && typeof value === 'number') return formatYen(value)
  const pin = toPin(value)
  if (pin) return describePin(pin)
  return `“${String(value)}”`
}

export function describePin({ latitude, longitude, accuracy_m }: Pin) {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}, accurate to ${Math.ceil(accuracy_m)} m`
}
