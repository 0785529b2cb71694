import { utc } from '@date-fns/utc/utc'
import { addDays } from 'date-fns/addDays'
import { and, count, desc, eq, gt, gte, lt, or, sql } from 'drizzle-orm'
import type { AuditEntry, AuditFacts, AuditPage, AuditSearch } from '#contract/audit.ts'
import type { Database } from '#server/db/database.ts'
import { audit } from '#server/db/schema.ts'

/** A page of the audit log, newest first. */
export async function findAudit(db: Database, search: AuditSearch): Promise<AuditPage> {
  const where = matching(search)
  const rows = await db
    .select()
    .from(audit)
    .where(where)
    // The id decides the order of entries from the same millisecond, so that pages never overlap.
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(search.limit)
    .offset((search.page - 1) * search.limit)
  const [counted] = await db.select({ total: count() }).from(audit).where(where)
  return {
    results: rows.map(toEntry),
    total_count: counted?.total ?? 0,
    actions: await findActions(db),
  }
}

function matching({ search, action, from, to }: AuditSearch) {
  return and(
    search ? isAbout(search) : undefined,
    action ? eq(audit.action, action) : undefined,
    from ? gte(audit.at, new Date(from)) : undefined,
    to ? lt(audit.at, addDays(to, 1, { in: utc })) : undefined,
  )
}

/**
 * Matches entries whose actor or target contains the text. Ignores case for A to Z only, because
 * Unicode case folding takes six times as long.
 */
function isAbout(text: string) {
  const part = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return or(
    gt(sql`strpos(${audit.actorEmail}, ${part})`, 0),
    gt(sql`strpos(lower(${audit.target} collate "C"), ${part})`, 0),
    eq(audit.targetId, text),
  )
}

/**
 * All distinct actions, found by a loose index scan: one index lookup per action. A plain
 * `distinct` would read every row.
 */
async function findActions(db: Database) {
  const { rows } = await db.execute<{ action: string }>(sql`
    with recursive found as (
      (select ${audit.action} from ${audit} order by ${audit.action} limit 1)
      union all
      select (
        select ${audit.action} from ${audit}
        where ${audit.action} > found.action order by ${audit.action} limit 1
      )
      from found where found.action is not null
    )
    select action from found where action is not null`)
  return rows.map(({ action }) => action)
}

function toEntry(row: typeof audit.$inferSelect): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor_email: row.actorEmail,
    ip: row.ip,
    action: row.action,
    target_id: row.targetId,
    target: row.target,
    before: toFacts(row.before),
    after: toFacts(row.after),
  }
}

/** This cast is safe, because `writeAudit` stores only objects or null. */
function toFacts(written: unknown) {
  return written as AuditFacts
}
