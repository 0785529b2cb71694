import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { isNoteRecord, isNoteValue, MAX_NAME_LENGTH, UUID } from './note-fields.ts'
import { MAX_NOTE_CHANGES, MAX_NOTE_SEEN } from './note-limits.ts'
import { queryNumber, Timestamp } from './values.ts'

/**
 * The notes: a person's texts, own photos, pins and viewing plan, as fields of records. Devices
 * send changes of single fields, so that two devices can edit different fields of one record
 * offline and both edits stay.
 */

const ChangeId = z.string().check(z.regex(UUID, 'The id of a change is not valid'))
const Name = z.string().check(z.maxLength(MAX_NAME_LENGTH))
const Record = Name.check(z.refine(isNoteRecord, 'There are no notes of this kind'))

export const NoteChange = z
  .strictObject({
    /** The id of the change. The server ignores a change whose id it already has. */
    id: ChangeId,
    record: Name,
    field: Name,
    /** The new value. Null clears the field. */
    value: z.unknown(),
    /** When the person made the change, in server time. */
    at: Timestamp,
    /**
     * The ids of the earlier changes of this field that the person had seen when making this
     * change. This change replaces the values of those earlier changes, even if a device's clock is
     * wrong. If the field has a value from any other change, the two changes are concurrent. In
     * this case, the later change wins, and the server also returns the other value.
     */
    seen: z.array(ChangeId).check(z.maxLength(MAX_NOTE_SEEN)),
  })
  .check(
    z.refine(
      ({ record, field, value = null }) => isNoteValue(record, field, value),
      'This note cannot be saved: it is too long, or its kind is unknown',
    ),
  )
export type NoteChange = z.output<typeof NoteChange>

/** A value, and the change that wrote it. */
const Written = { id: z.string(), value: z.unknown(), at: Timestamp }

/** The state of a field on the server. */
export const NoteField = z.object({
  record: z.string(),
  field: z.string(),
  ...Written,
  /**
   * The value of a concurrent change with an earlier time. The later change wins, but the client
   * offers the earlier value to the person. Null if there is no such change.
   */
  other: z.nullable(z.object(Written)),
  /**
   * The revision at which this field last changed. Each change of the account's notes gets a
   * higher revision.
   */
  revision: z.int(),
})
export type NoteField = z.output<typeof NoteField>

/**
 * Saves changes of the caller's notes. The request is idempotent, so a retry is harmless. The
 * response contains the new state of every changed field.
 */
export const changeNotes = endpoint({
  method: 'POST',
  path: '/notes/changes',
  access: 'guest',
  input: z.strictObject({
    changes: z.array(NoteChange).check(z.minLength(1), z.maxLength(MAX_NOTE_CHANGES)),
  }),
  output: z.object({ fields: z.array(NoteField) }),
})

/** The fields that changed after the cursor, in the order of their last change. */
export const listNotes = endpoint({
  method: 'GET',
  path: '/notes',
  access: 'guest',
  input: z.object({
    since: z._default(queryNumber('Since', { min: 0, max: 999_999_999_999, integer: true }), 0),
  }),
  output: z.object({
    fields: z.array(NoteField),
    /** The cursor to send as `since` in the next request. */
    cursor: z.int(),
    /** Whether more changed fields remain. If so, the client sends its next request immediately. */
    has_more: z.boolean(),
  }),
})

/** The former values of a record's fields, the latest first. */
export const listNoteHistory = endpoint({
  method: 'GET',
  path: '/notes/history',
  access: 'guest',
  input: z.object({ record: Record }),
  output: z.object({ changes: z.array(z.object({ field: z.string(), ...Written })) }),
})
