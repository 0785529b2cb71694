import { now } from '#client/browser/clock.ts'
import { session } from '#client/session/session.ts'
import { isKitValue } from '#contract/kit-fields.ts'
import { MAX_KIT_SEEN } from '#contract/kit-limits.ts'
import { hasUnprintable } from '#contract/query-values.ts'
import { createUuid } from './create-uuid.ts'
import { kitJournal } from './kit-journal.ts'
import { kitRecords } from './kit-records.ts'
import { kitStages } from './kit-stages.ts'
import { sendAddedEdits } from './kit-sync.ts'
import { fieldKey, type KitEdit, unsentKit } from './unsent-kit.ts'

interface SetOptions {
  /** The id of the other device's value that the person has decided about. */
  decides?: string
}

/**
 * Sets a field of the person's kit. The edit shows at once and the outbox sends it, so callers have
 * nothing to await or roll back. Null clears the field. Read the record before with
 * `useKitRecord`: otherwise the edit counts as made without knowledge of the present value. Returns
 * false if the field cannot have this value.
 */
export function setKitField(
  record: string,
  field: string,
  value: unknown,
  { decides }: SetOptions = {},
) {
  const userId = session.userId()
  const cleaned = typeof value === 'string' ? cleanText(value) : value
  if (userId === undefined || !isKitValue(record, field, cleaned)) return false
  const key = fieldKey({ record, field })
  const unsent = unsentKit.of(key)
  const known = kitRecords.fieldsOf(record)?.[field]
  const shown = unsent ?? known
  if (!decides && isSame(shown?.value ?? null, cleaned)) return true

  const seen = unsent ? [...unsent.seen, unsent.id] : known ? [known.id] : []
  const edit: KitEdit = {
    id: createUuid(),
    record,
    field,
    value: cleaned,
    // Later than every value that the person has seen, even if the clock was set back.
    at: Math.max(
      unsentKit.timeOfNext(key, now()).valueOf(),
      known ? new Date(known.at).getTime() + 1 : 0,
    ),
    seen: latest(decides ? [...seen, decides] : seen),
    result: null,
  }
  if (kitJournal.write(userId, edit)) kitStages.set(edit.id, 'noted')
  else kitStages.set(edit.id, 'new')
  unsentKit.add(edit)
  sendAddedEdits()
  return true
}

/** The first id is the value on the server. Of the own unsent ones, the latest count. */
function latest(seen: string[]) {
  return seen.length > MAX_KIT_SEEN ? [...seen.slice(0, 1), ...seen.slice(1 - MAX_KIT_SEEN)] : seen
}

/** Removes what the server refuses in texts. Text without a visible character clears the field. */
function cleanText(text: string) {
  const cleaned = [...text.replaceAll(/\r\n?/g, '\n')]
    .filter((character) => character === '\n' || character === '\t' || !hasUnprintable(character))
    .join('')
  return cleaned.trim() === '' ? null : cleaned
}

function isSame(a: unknown, b: unknown) {
  return JSON.stringify(a) === JSON.stringify(b)
}
