import * as z from 'zod/mini'
import {
  CHECK_ANSWERS,
  HOUSE_STATUSES,
  MAX_CRITERION_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_PERSON_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_RATING,
  MAX_REMARK_LENGTH,
  MAX_VERDICT_LENGTH,
  MAX_VISIT_END,
  MAX_VISIT_MINUTES,
  MAX_VISIT_ORDER,
  MAX_YEN,
} from './note-choices.ts'
import {
  MAX_CAPTION_LENGTH,
  MAX_OWN_PHOTO_BYTES,
  PHOTO_CAPTION_FIELD,
  PHOTO_FIELD,
} from './own-photo-fields.ts'
import { hasUnprintable, ID, isDay } from './query-values.ts'

/**
 * A person's notes are stored as records with fields. This file lists the kinds of
 * records and the fields of each kind. A record's name is its kind and its id. For example, the
 * record of a house is named `house:` and the id of its listing. A new kind of record needs only an
 * entry in `KINDS`.
 */

export const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

interface Kind {
  id: RegExp
  fields: readonly (readonly [name: string | RegExp, value: z.ZodMiniType])[]
}

function line(maxLength: number) {
  return z.string().check(
    z.minLength(1),
    z.maxLength(maxLength),
    z.refine((text) => !hasUnprintable(text)),
  )
}

/** A text that may contain line breaks and tabs. */
function prose(maxLength: number) {
  return z.string().check(
    z.minLength(1),
    z.maxLength(maxLength),
    z.refine((text) => !hasUnprintable(text.replaceAll(/[\n\t]/g, ''))),
  )
}

const Pin = z.strictObject({
  latitude: z.number().check(z.minimum(-90), z.maximum(90)),
  longitude: z.number().check(z.minimum(-180), z.maximum(180)),
  accuracy_m: z.number().check(z.minimum(0), z.maximum(100_000)),
})

const Photo = z.strictObject({
  width: z.int().check(z.minimum(1), z.maximum(10_000)),
  height: z.int().check(z.minimum(1), z.maximum(10_000)),
  bytes: z.int().check(z.minimum(1), z.maximum(MAX_OWN_PHOTO_BYTES)),
  added_at: z.iso.datetime(),
  taken_at: z.iso.datetime(),
})

const house: Kind = {
  id: ID,
  fields: [
    ['status', z.enum(HOUSE_STATUSES)],
    ['verdict', line(MAX_VERDICT_LENGTH)],
    ['note', prose(MAX_NOTE_LENGTH)],
    // The field's name contains one of `CRITERIA`, or the id of a criterion that the person added.
    [/^rating\.[a-z\d-]{1,40}$/, z.int().check(z.minimum(1), z.maximum(MAX_RATING))],
    [/^check\.[a-z\d-]{1,40}\.answer$/, z.enum(CHECK_ANSWERS)],
    [/^check\.[a-z\d-]{1,40}\.remark$/, prose(MAX_REMARK_LENGTH)],
    ['told.price', z.int().check(z.minimum(0), z.maximum(MAX_YEN))],
    ['told.agreement', prose(MAX_REMARK_LENGTH)],
    ['pin', Pin],
    [PHOTO_FIELD, Photo],
    [PHOTO_CAPTION_FIELD, line(MAX_CAPTION_LENGTH)],
  ],
}

const criterion: Kind = {
  id: UUID,
  fields: [['name', line(MAX_CRITERION_LENGTH)]],
}

const Day = z.string().check(z.refine(isDay))
const MinuteOfDay = z.int().check(z.minimum(0), z.maximum(MAX_VISIT_END))
const TimeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/**
 * The planned viewing of a house. A house has at most one planned viewing, so that two offline
 * devices cannot plan two viewings of the same house. Clearing `day` removes the house from the
 * plan.
 */
const visit: Kind = {
  id: ID,
  fields: [
    ['day', Day],
    // Fractions are valid, so that a house can move between two others without changing the `order`
    // of the others.
    ['order', z.number().check(z.minimum(-MAX_VISIT_ORDER), z.maximum(MAX_VISIT_ORDER))],
    ['minutes', z.int().check(z.minimum(1), z.maximum(MAX_VISIT_MINUTES))],
    ['appointment.time', TimeOfDay],
    ['appointment.name', line(MAX_PERSON_LENGTH)],
    ['appointment.phone', line(MAX_PHONE_LENGTH)],
    ['remark', prose(MAX_REMARK_LENGTH)],
    // When the viewing would have been. A person can then cancel it in a calendar too.
    ['removed', z.strictObject({ day: Day, begin: MinuteOfDay, end: MinuteOfDay })],
  ],
}

/** Where and when a day of viewings starts. */
const day: Kind = {
  id: /^\d{4}-\d{2}-\d{2}$/,
  fields: [
    ['start.name', line(MAX_PERSON_LENGTH)],
    ['start.pin', Pin],
    ['start.time', TimeOfDay],
  ],
}

const KINDS: Readonly<Record<string, Kind>> = { house, criterion, visit, day }

export const MAX_NAME_LENGTH = 100

/**
 * Whether `record` is a valid name of a record of notes, such as `house:` and the id of a listing.
 */
export function isNoteRecord(record: string) {
  return findKind(record) !== undefined
}

/**
 * The schema of the values of a field in a person's notes. Undefined if notes have no such record
 * or field.
 */
export function noteValueSchema(record: string, field: string) {
  const found = findKind(record)?.fields.find(([name]) =>
    typeof name === 'string' ? name === field : name.test(field),
  )
  return found?.[1]
}

function findKind(record: string) {
  const colon = record.indexOf(':')
  const name = record.slice(0, colon)
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
  return kind?.id.test(record.slice(colon + 1)) ? kind : undefined
}

/**
 * Whether a field of a person's notes may have the given value. Null is valid for every known
 * field, because null clears the field.
 */
export function isNoteValue(record: string, field: string, value: unknown) {
  const schema = noteValueSchema(record, field)
  return schema !== undefined && (value === null || schema.safeParse(value).success)
}
