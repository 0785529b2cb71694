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
  /** The ids of the changes whose values it replaces knowingly. */
  seen: string[]
  /** The field as the server has it after the change. Null until the server has answered. */
  result: KitField | null
}

/** Neither name contains a space. */
export const fieldKey = ({ record, field }: Pick<KitEdit, 'record' | 'field'>) =>
  `${record} ${field}`

/** The unsent edits of the signed-in person, from all tabs. */
export const unsentKit = createUnsentChanges<KitEdit>(fieldKey)
