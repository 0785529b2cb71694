import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { isKitRecord, isKitValue, MAX_NAME_LENGTH, UUID } from './kit-fields.ts'
import { MAX_KIT_CHANGES, MAX_KIT_SEEN } from './kit-limits.ts'
import { queryNumber, Timestamp } from './values.ts'

/**
 * The field kit: a person's own notes, as fields of records. Devices send changes of single fields,
 * so that two devices can edit different fields of one record offline and both edits stay.
 */

const ChangeId = z.string().check(z.regex(UUID, 'The id of a change is not valid'))
const Name = z.string().check(z.maxLength(MAX_NAME_LENGTH))
const Record = Name.check(z.refine(isKitRecord, 'There are no notes of this kind'))

export const KitChange = z
  .strictObject({
    /** A change that arrives twice counts once. */
    id: ChangeId,
    record: Name,
    field: Name,
    /** Null clears the field. */
    value: z.unknown(),
    /** When the person made the change, in server time. */
    at: Timestamp,
    /**
     * The values of this field that the person had before their eyes, by their changes' ids. The
     * change replaces these, whatever the clocks say. A value it does not name was written at the
     * same time elsewhere: the later one counts, and the other is offered.
     */
    seen: z.array(ChangeId).check(z.maxLength(MAX_KIT_SEEN)),
  })
  .check(
    z.refine(
      ({ record, field, value = null }) => isKitValue(record, field, value),
      'This note cannot be kept: it is too long, or its kind is not known',
    ),
  )
export type KitChange = z.output<typeof KitChange>

/** A value, and the change that wrote it. */
const Written = { id: z.string(), value: z.unknown(), at: Timestamp }

/** A field as the server has it. */
export const KitField = z.object({
  record: z.string(),
  field: z.string(),
  ...Written,
  /** A value written at the same time on another device, which did not win. */
  other: z.nullable(z.object(Written)),
  /** Rises with every change of the account's kit. */
  revision: z.int(),
})
export type KitField = z.output<typeof KitField>

/** Idempotent, so a retry is harmless. Answers with the fields that the changes concern. */
export const changeKit = endpoint({
  method: 'POST',
  path: '/kit/changes',
  access: 'subscriber',
  input: z.strictObject({
    changes: z.array(KitChange).check(z.minLength(1), z.maxLength(MAX_KIT_CHANGES)),
  }),
  output: z.object({ fields: z.array(KitField) }),
})

/** The fields that changed after the cursor, in the order of their last change. */
export const listKit = endpoint({
  method: 'GET',
  path: '/kit',
  access: 'subscriber',
  input: z.object({
    since: z._default(queryNumber('Since', { min: 0, max: 999_999_999_999, integer: true }), 0),
  }),
  output: z.object({
    fields: z.array(KitField),
    /** The `since` of the next request. */
    cursor: z.int(),
    /** Whether more fields follow at once. */
    has_more: z.boolean(),
  }),
})

/** The former values of a record's fields, the latest first. */
export const listKitHistory = endpoint({
  method: 'GET',
  path: '/kit/history',
  access: 'subscriber',
  input: z.object({ record: Record }),
  output: z.object({ changes: z.array(z.object({ field: z.string(), ...Written })) }),
})
