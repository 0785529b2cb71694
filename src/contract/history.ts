import * as z from 'zod/mini'
import { missingIfWrong, validItems } from './lenient-fields.ts'
import { Timestamp } from './values.ts'

/**
 * The kinds of changes of a listing. `added`: an import has added the listing. `gone`: the source or
 * an administrator has stopped offering it. `back`: it is offered again.
 */
export const CHANGE_KINDS = ['added', 'price', 'facts', 'photos', 'gone', 'back'] as const

const ListingChange = z.object({
  kind: z.enum(CHANGE_KINDS),
  at: Timestamp,
  /** The old and the new price in yen, for `price`. Null if there was or is no price. */
  yen_before: missingIfWrong(z.nullable(z.int())),
  yen_after: missingIfWrong(z.nullable(z.int())),
  /** What has changed, for `facts`: names of columns such as `remarks`, and of facts. */
  fields: missingIfWrong(z.array(z.string())),
  /** The old and the new number of photos, for `photos`. */
  photos_before: missingIfWrong(z.int()),
  photos_after: missingIfWrong(z.int()),
})
export type ListingChange = z.output<typeof ListingChange>

/** What has happened to a listing since Engawa has it. */
export const History = z.object({
  /** When a file of the source last contained the listing. */
  seen_at: missingIfWrong(Timestamp),
  /** The oldest change first. */
  changes: validItems(ListingChange),
})
export type History = z.output<typeof History>
