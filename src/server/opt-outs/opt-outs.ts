import { and, asc, desc, eq, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { OptOutKind } from '#contract/choices.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import { type Actor, writeAudit } from '#server/audit/audit.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { listings, optOuts, sources } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import {
  applyOptOuts,
  covers,
  hidingReasons,
  lockOptOuts,
} from '#server/listings/apply-opt-outs.ts'
import { findMunicipality } from '#server/places/municipality.ts'

/** A municipality, named by its code, or a source, named by its name. */
interface Target {
  kind: OptOutKind
  key: string
}

interface OptOutServices {
  db: Database
  now: () => Date
}

type Reader = Pick<Database, 'select'>

export async function listOptOuts(db: Database) {
  const { kind, key, name, note, actorEmail, at } = optOuts
  const rows = await db
    .select({ kind, key, name, note, by: actorEmail, at })
    .from(optOuts)
    .orderBy(desc(at), asc(kind), asc(key))
  const counts = await countCovered(db)
  const optedOut = rows.filter(({ kind }) => kind === 'source').map(({ key }) => key)
  const others = await db
    .select({ name: sources.name })
    .from(sources)
    .where(notInArray(sources.name, optedOut))
    .orderBy(asc(sources.name))
  return {
    results: rows.map((row) => {
      const house_count = counts.get(`${row.kind} ${row.key}`) ?? 0
      return { ...row, at: row.at.toISOString(), house_count }
    }),
    sources: others.map(({ name }) => name),
  }
}

/** The time of the latest opt-out. Empty if nobody has opted out. */
export async function readOptOutsRevision(db: Database) {
  const [latest] = await db
    .select({ at: optOuts.at })
    .from(optOuts)
    .orderBy(desc(optOuts.at))
    .limit(1)
  return latest?.at.toISOString() ?? ''
}

/** The number of hidden houses of each opt-out that their sources still offer. */
async function countCovered(db: Database) {
  const { rows } = await db.execute<{ target: string; count: number }>(sql`
    select one.kind || ' ' || one.key as target, count(*)::int as count
    from ${optOuts} as one join ${listings} on ${covers()}
    where cardinality(${listings.hiddenBy}) > 0 and ${listings.withdrawnAt} is null
    group by 1
  `)
  return new Map(rows.map(({ target, count }) => [target, count]))
}

/** @throws {Refusal} 404 if there is no such municipality or source. */
export async function previewOptOut(db: Database, target: Target) {
  const known = await findOptOut(db, target)
  const house_count = await countChanged(
    db,
    known ? without(target) : await withOneMore(db, target),
  )
  return { opted_out: known !== undefined, house_count }
}

/** Counts the offered houses whose visibility changes if the opt-outs become `assumed`. */
async function countChanged(db: Database, assumed: SQL) {
  const isHidden = sql`cardinality(${listings.hiddenBy}) > 0`
  const willBeHidden = sql`cardinality(${hidingReasons(assumed)}) > 0`
  return db.$count(
    listings,
    and(isNull(listings.withdrawnAt), sql`(${isHidden}) <> (${willBeHidden})`),
  )
}

function without({ kind, key }: Target) {
  return sql`(select * from ${optOuts} where not (kind = ${kind} and key = ${key}))`
}

async function withOneMore(db: Database, target: Target) {
  const { kind, key, prefecture, codes, cityPattern } = await describe(db, target)
  return sql`(
    select kind, key, prefecture, codes, city_pattern from ${optOuts}
    union all
    select ${kind}::text, ${key}::text, ${prefecture}::text, ${sql.param(codes, optOuts.codes)}::text[],
      ${cityPattern}::text
  )`
}

interface OptOutChange extends Target {
  actor: Actor
  optedOut: boolean
  note: string
}

/**
 * Records or ends an opt-out, and hides or shows the houses in the same transaction. Returns how
 * many offered houses were hidden or shown.
 * @throws {Refusal} 404 if there is no such municipality or source, and 422 for an opt-out without
 *   a note.
 */
export async function setOptOut({ db, now }: OptOutServices, change: OptOutChange) {
  const at = now()
  const { actor, optedOut, note } = change
  if (optedOut && note === '') throw new Refusal(422, 'Say why', { field: 'note' })
  return db.transaction(async (tx) => {
    await lockOptOuts(tx)
    const before = await findOptOut(tx, change)
    if (!before && !optedOut) return 0
    const name = before?.name ?? (await describe(tx, change)).name
    if (optedOut) await store(tx, change, at)
    else await tx.delete(optOuts).where(isTarget(change))
    const houses = await applyOptOuts(tx, at)
    await writeAudit(tx, {
      actor,
      action: optedOut ? 'opt-out.set' : 'opt-out.end',
      target: { id: change.key, name },
      before: before ? { note: before.note } : null,
      after: { ...(note && { note }), [optedOut ? 'hidden' : 'shown']: houses },
      at,
    })
    return houses
  })
}

async function store(tx: Transaction, { actor, note, ...target }: OptOutChange, at: Date) {
  const who = { note, actorEmail: actor.user.email, at }
  await tx
    .insert(optOuts)
    .values({ ...(await describe(tx, target)), ...who })
    .onConflictDoUpdate({ target: [optOuts.kind, optOuts.key], set: who })
}

async function findOptOut(db: Reader, target: Target) {
  const [row] = await db.select().from(optOuts).where(isTarget(target))
  return row
}

function isTarget({ kind, key }: Target) {
  return and(eq(optOuts.kind, kind), eq(optOuts.key, key))
}

/** The columns that describe whom the opt-out concerns. */
async function describe(db: Reader, { kind, key }: Target) {
  if (kind === 'municipality') {
    const found = await findMunicipality(db, key)
    if (!found) throw new Refusal(404, 'There is no municipality with this code')
    const { prefecture, english, codes, cityPattern } = found
    const name = `${english}, ${prefectureDisplay(prefecture)}`
    return { kind, key, name, prefecture, codes, cityPattern }
  }
  const [known] = await db.select().from(sources).where(eq(sources.name, key))
  if (!known) throw new Refusal(404, 'There is no source with this name')
  return { kind, key, name: key, prefecture: null, codes: [], cityPattern: null }
}
