import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { isKitRecord, isKitValue, MAX_NAME_LENGTH, UUID } from './kit-fields.ts'
import { MAX_KIT_CHANGES, MAX_KIT_SEEN } from './kit-limits.ts'
import { queryNumber, Timestamp } from './values.ts'

/**
 * The field kit: a person's notes, own photos, pins and viewing plan, as fields of records. Devices
 * send changes of single fields, so that two devices can edit different fields of one record
 * offline and both edits stay.
 */

const ChangeId = z.string().check(z.regex(UUID, 'The id of a change is not valid'))
const Name = z.string().check(z.maxLength(MAX_NAME_LENGTH))
const Record = Name.check(z.refine(isKitRecord, 'There are no notes of this kind'))

export const KitChange = z
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
    seen: z.array(ChangeId).check(z.maxLength(MAX_KIT_SEEN)),
  })
  .check(
    z.refine(
      ({ record, field, value = null }) => isKitValue(record, field, value),
      'This note cannot be saved: it is too long, or its kind is unknown',
    ),
  )
export type KitChange = z.output<typeof KitChange>

/** A value, and the change that wrote it. */
const Written = { id: z.string(), value: z.unknown(), at: Timestamp }

/** The state of a field on the server. */
export const KitField = z.object({
  record: z.string(),
  field: z.string(),
  ...Written,
  /**
   * The value of a concurrent change with an earlier time. The later change wins, but the client
   * offers the earlier value to the person. Null if there is no such change.
   */
  other: z.nullable(z.object(Written)),
  /**
   * The revision at which this field last changed. Each change of the account's field kit gets a
   * higher revision.
   */
  revision: z.int(),
})
export type KitField = z.output<typeof KitField>

/**
 * Saves changes of the caller's notes. The request is idempotent, so a retry is harmless. The
 * response contains the new state of every changed field.
 */
export const changeKit = endpoint({
  method: 'POST',
  path: '/kit/changes',
  access: 'guest',
  input: z.strictObject({
    changes: z.array(KitChange).check(z.minLength(1), z.maxLength(MAX_KIT_CHANGES)),
  }),
  output: z.object({ fields: z.array(KitField) }),
})

/** The fields that changed after the cursor, in the order of their last change. */
export const listKit = endpoint({
  method: 'GET',
  path: '/kit',
  access: 'guest',
  input: z.object({
    since: z._default(queryNumber('Since', { min: 0, max: 999_999_999_999, integer: true }), 0),
  }),
  output: z.object({
    fields: z.array(KitField),
    /** The cursor to send as `since` in the next request. */
    cursor: z.int(),
    /** Whether more changed fields remain. If so, the client sends its next request immediately. */
    has_more: z.boolean(),
  }),
})

/** The former values of a record's fields, the latest first. */
export const listKitHistory = endpoint({
  method: 'GET',
  path: '/kit/history',
  access: 'guest',
  input: z.object({ record: Record }),
  output: z.object({ changes: z.array(z.object({ field: z.string(), ...Written })) }),
})
