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
  /** When it was made, by the server's clock as this device knows it. In milliseconds. */
  at: number
  /**
   * The first of the edits that this one continues. An edit replaces the unsent one before it in its
   * chain. Only one page writes a chain, so no page replaces an edit that it has not seen.
   */
  chain: string
  /** The ids of the changes whose values it replaces knowingly. */
  seen: string[]
  /** The field as the server has it after the change. Null until the server has answered. */
  result: KitField | null
}

/** None of the names contains a space. */
export const chainOf = ({ record, field, chain }: KitEdit) => `${record} ${field} ${chain}`

/** The unsent edits of the signed-in person, from all tabs. */
export const unsentKit = createUnsentChanges<KitEdit>(chainOf)

/** The unsent edit of a field that the page shows: the latest. */
export function latestEdit(record: string, field: string) {
  return unsentKit
    .all()
    .filter((edit) => edit.record === record && edit.field === field)
    .reduce<KitEdit | undefined>(
      (latest, edit) => (latest && latest.at > edit.at ? latest : edit),
      undefined,
    )
}
