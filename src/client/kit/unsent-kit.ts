import { createUnsentChanges } from '#client/outbox/unsent-changes.ts'
import type { KitField } from '#contract/kit.ts'

/** A change of a field that a person made. */
export interface KitEdit {
  /** A UUID. */
  id: string
  record: string
  field: string
  /** Null clears the field. */
  value: unknown
  /** When the edit was made, in milliseconds, by this device’s estimate of the server’s clock. */
  at: number
  /**
   * The id of the first edit in the chain. An edit replaces the unsent edit before it in the same
   * chain. Only one page adds to a chain, so no page replaces an edit that it has not seen.
   */
  chain: string
  /** The ids of the changes that the person had seen and that this edit replaces. */
  seen: string[]
  /** The field as the server has it after the change. Null until the server has answered. */
  result: KitField | null
}

/** A space is a safe separator, because none of the names contains one. */
export const chainOf = ({ record, field, chain }: KitEdit) => `${record} ${field} ${chain}`

/** The unsent edits of the signed-in person, from all tabs. */
export const unsentKit = createUnsentChanges<KitEdit>(chainOf)

/** The latest unsent edit of a field, which is the one that the page shows. */
export function latestEdit(record: string, field: string) {
  return unsentKit
    .all()
    .filter((edit) => edit.record === record && edit.field === field)
    .reduce<KitEdit | undefined>(
      (latest, edit) => (latest && latest.at > edit.at ? latest : edit),
      undefined,
    )
}
