import { type Outbox, openOutbox } from '#client/outbox/outbox.ts'
import { KIT_OUTBOX } from '#client/sync/worker-messages.ts'
import { showToast } from '#client/ui/toast.ts'
import { KitEditSchema } from './kit-edit.ts'
import { kitJournal } from './kit-journal.ts'
import { kitRecords } from './kit-records.ts'
import { nextEdits, sendEdits, toKitRequest, withAnswer } from './kit-requests.ts'
import { kitRevision } from './kit-revision.ts'
import { kitStages } from './kit-stages.ts'
import { openKitPull } from './pull-kit.ts'
import { chainOf, type KitEdit, unsentKit } from './unsent-kit.ts'

/** How the outbox stores unsent edits of notes: one row for each record. */
export const kitOutboxRows = {
  name: KIT_OUTBOX,
  schema: KitEditSchema,
  keyOf: chainOf,
  rowOf: ({ record }: KitEdit) => record,
}

interface KitOutboxOptions {
  userId: string
  unsent: typeof unsentKit
  onSent: (edit: KitEdit) => Promise<void>
  onRefused: (refusal: string) => void
}

export function openKitOutbox(options: KitOutboxOptions) {
  return openOutbox<KitEdit>({
    ...kitOutboxRows,
    ...options,
    journal: kitJournal,
    toRequest: toKitRequest,
    nextBatch: nextEdits,
    send: sendEdits,
    applyAnswer: withAnswer,
    // Keep a refused note on the device, because the screen has already said that the note is
    // saved.
    keepsRefused: true,
    onStage: ({ id }, stage) => kitStages.set(id, stage),
  })
}

/**
 * Sends the edits that one person makes to their notes in this tab. Fetches the edits of the
 * person's other devices only while the person has access to listings. Without this access, the
 * server refuses to return notes.
 */
export function openAccountKit(userId: string, hasAccess: () => boolean): Outbox {
  const pull = openKitPull(userId, hasAccess)
  const outbox = openKitOutbox({
    userId,
    unsent: unsentKit,
    onSent: async ({ result }) => {
      if (result) await kitRecords.put([result])
    },
    onRefused: (refusal) => {
      showToast({ type: 'warning', title: 'A note could not be sent', description: refusal })
    },
  })
  const stops = [kitRevision.watch(() => void pull.pullUpTo(kitRevision.current())), pull.close]
  void pull.pull()
  return {
    ...outbox,
    close() {
      for (const stop of stops) stop()
      outbox.close()
    },
  }
}
