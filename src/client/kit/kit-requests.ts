import { call } from '#client/api/api.ts'
import { now } from '#client/browser/clock.ts'
import { toRequest } from '#contract/endpoint.ts'
import { changeKit } from '#contract/kit.ts'
import { MAX_KIT_CHANGES, MAX_KIT_REQUEST_BYTES } from '#contract/kit-limits.ts'
import type { KitEdit } from './unsent-kit.ts'

/** Sends edits. Resolves with the edits, each with its field as the server has stored it. */
export async function sendEdits(edits: readonly KitEdit[]) {
  return withResults(edits, await call(changeKit, { changes: edits.map(toChange) }))
}

/** The request that sends one edit, as plain data for the service worker. */
export function toKitRequest(edit: KitEdit, token: string | null) {
  return toRequest(changeKit, { changes: [toChange(edit)] }, token)
}

/** Updates an edit that the service worker has sent. `answer` is the server's response. */
export function withAnswer(edit: KitEdit, answer: unknown): KitEdit {
  const parsed = changeKit.output.safeParse(answer)
  return parsed.success ? (withResults([edit], parsed.data)[0] ?? edit) : edit
}

/** As many of the waiting edits as fit into one request, starting with the first one. */
export function nextEdits(waiting: readonly KitEdit[]) {
  let bytes = 0
  const batch: KitEdit[] = []
  for (const edit of waiting.slice(0, MAX_KIT_CHANGES)) {
    bytes += new TextEncoder().encode(JSON.stringify(toChange(edit))).length + 1
    if (bytes > MAX_KIT_REQUEST_BYTES && batch.length > 0) break
    batch.push(edit)
  }
  return batch
}

function withResults(
  edits: readonly KitEdit[],
  { fields }: { fields: NonNullable<KitEdit['result']>[] },
): KitEdit[] {
  return edits.map((edit) => {
    const result = fields.find(
      ({ record, field }) => record === edit.record && field === edit.field,
    )
    return { ...edit, result: result ?? null }
  })
}

function toChange({ id, record, field, value, at, seen }: KitEdit) {
  // Never send a time in the future. If the clock of this device was wrong, the year of the edit
  // may be a year that the request's schema rejects.
  const time = new Date(Math.min(at, now().getTime()))
  return { id, record, field, value, at: time.toISOString(), seen }
}
