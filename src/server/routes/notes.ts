import { and, asc, desc, eq, gt } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { NOTES_PAGE_SIZE } from '#contract/note-limits.ts'
import { changeNotes, listNoteHistory, listNotes, type NoteField } from '#contract/notes.ts'
import type { Serve } from '#server/http/serve.ts'
import { changeNotes as mergeIntoNotes } from '#server/notes/change-notes.ts'
import { notebooks, noteFields, noteHistory } from '../db/schema.ts'
import type { Services } from '../services.ts'

export function noteRoutes(serve: Serve, { db, now, ownPhotos }: Services) {
  serve(changeNotes, async ({ caller, input }) => {
    const { rows, deletedFiles } = await mergeIntoNotes(db, {
      userId: caller.user.id,
      changes: input.changes,
      now: now(),
    })
    await ownPhotos.remove(deletedFiles)
    return { fields: rows.map(toField) }
  })

  serve(listNotes, async ({ caller, input }) => {
    const userId = caller.user.id
    const [notebook] = await db.select().from(notebooks).where(eq(notebooks.userId, userId))
    // After the operator has restored a backup, a device may know a later revision than the server.
    // Such a device gets all fields again.
    const since = input.since > (notebook?.revision ?? 0) ? 0 : input.since
    const rows = await db
      .select()
      .from(noteFields)
      .where(and(eq(noteFields.userId, userId), gt(noteFields.revision, since)))
      .orderBy(asc(noteFields.revision))
      .limit(NOTES_PAGE_SIZE)
    return {
      fields: rows.map(toField),
      cursor: rows.at(-1)?.revision ?? since,
      has_more: rows.length === NOTES_PAGE_SIZE,
    }
  })

  serve(listNoteHistory, async ({ caller, input }) => {
    const rows = await db
      .select()
      .from(noteHistory)
      .where(and(eq(noteHistory.userId, caller.user.id), eq(noteHistory.record, input.record)))
      .orderBy(desc(noteHistory.at), desc(noteHistory.changeId))
      .limit(NOTES_PAGE_SIZE)
    return {
      changes: rows.map(({ field, changeId, value, at }) => ({
        ...{ field, value, id: changeId, at: at.toISOString() },
      })),
    }
  })
}

function toField(row: typeof noteFields.$inferSelect): z.input<typeof NoteField> {
  const { record, field, value, changeId, at, revision, otherId, otherValue, otherAt } = row
  const other =
    otherId && otherAt ? { id: otherId, value: otherValue, at: otherAt.toISOString() } : null
  return { record, field, value, id: changeId, at: at.toISOString(), other, revision }
}
