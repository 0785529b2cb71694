import { and, asc, desc, eq, gt } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { changeKit, type KitField, listKit, listKitHistory } from '#contract/kit.ts'
import { KIT_PAGE_SIZE } from '#contract/kit-limits.ts'
import type { Serve } from '#server/http/serve.ts'
import { changeKit as mergeIntoKit } from '#server/kit/change-kit.ts'
import { kitFields, kitHistory, kits } from '../db/schema.ts'
import type { Services } from '../services.ts'

export function kitRoutes(serve: Serve, { db, now, ownPhotos }: Services) {
  serve(changeKit, async ({ caller, input }) => {
    const { rows, deletedFiles } = await mergeIntoKit(db, {
      userId: caller.user.id,
      changes: input.changes,
      now: now(),
    })
    await ownPhotos.remove(deletedFiles)
    return { fields: rows.map(toField) }
  })

  serve(listKit, async ({ caller, input }) => {
    const userId = caller.user.id
    const [kit] = await db.select().from(kits).where(eq(kits.userId, userId))
    // If the operator has restored a backup, a device may know a later revision than the server.
    // The device then gets all fields again.
    const since = input.since > (kit?.revision ?? 0) ? 0 : input.since
    const rows = await db
      .select()
      .from(kitFields)
      .where(and(eq(kitFields.userId, userId), gt(kitFields.revision, since)))
      .orderBy(asc(kitFields.revision))
      .limit(KIT_PAGE_SIZE)
    return {
      fields: rows.map(toField),
      cursor: rows.at(-1)?.revision ?? since,
      has_more: rows.length === KIT_PAGE_SIZE,
    }
  })

  serve(listKitHistory, async ({ caller, input }) => {
    const rows = await db
      .select()
      .from(kitHistory)
      .where(and(eq(kitHistory.userId, caller.user.id), eq(kitHistory.record, input.record)))
      .orderBy(desc(kitHistory.at), desc(kitHistory.changeId))
      .limit(KIT_PAGE_SIZE)
    return {
      changes: rows.map(({ field, changeId, value, at }) => ({
        ...{ field, value, id: changeId, at: at.toISOString() },
      })),
    }
  })
}

function toField(row: typeof kitFields.$inferSelect): z.input<typeof KitField> {
  const { record, field, value, changeId, at, revision, otherId, otherValue, otherAt } = row
  const other =
    otherId && otherAt ? { id: otherId, value: otherValue, at: otherAt.toISOString() } : null
  return { record, field, value, id: changeId, at: at.toISOString(), other, revision }
}
