import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { HidingReason, OptOutKind } from '#contract/choices.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { listings, optOuts } from '#server/db/schema.ts'
import { findMunicipality } from '#server/places/municipality.ts'
import { applyFolds, lockFolds } from './apply-folds.ts'
import { bumpRevision, isOneOf } from './catalogue.ts'

/**
 * Municipalities and sources that opted out. `opt_outs` says who opted out; `listings.hidden_by` and
 * `hidden_at` hold the effect, so that searches need no join. A transaction that writes the source,
 * place, prefecture or city of listings calls {@link shareOptOuts} first, and {@link applyOptOutsTo}
 * after the write. A transaction that changes `opt_outs` calls {@link lockOptOuts} first, so it waits
 * for the other kind, and the other way round. So no house that is written meanwhile misses an opt-out.
 */

/** Call this first in a transaction that writes listings. Opt-outs cannot change until it ends. */
export function shareOptOuts(tx: Transaction) {
  return tx.execute(sql`lock table ${optOuts} in share mode`)
}

/**
 * Call this first in a transaction that changes opt-outs. Until it ends, no listing changes its
 * source or place, and none is folded.
 */
export async function lockOptOuts(tx: Transaction) {
  await tx.execute(sql`lock table ${optOuts} in exclusive mode`)
  await lockFolds(tx)
}

/** The values of a listing that decide which opt-outs apply to it. */
export type Covered = Record<'source' | 'place' | 'prefecture' | 'city', SQLWrapper>

/**
 * Whether the opt-out `one` applies to a listing. A listing whose place is unknown belongs to the
 * municipality that its city names.
 */
export function covers(of: Covered = listings): SQL<boolean> {
  return sql`(one.kind = 'source' and one.key = ${of.source}
    or one.kind = 'municipality' and (
      left(${of.place}, 5) = any(one.codes)
      or ${of.place} is null and one.prefecture = ${of.prefecture} and ${of.city} ~* one.city_pattern
    ))`
}

/**
 * The kinds of the opt-outs that apply to a listing. `assumed` replaces the stored opt-outs.
 */
export function optOutKinds(of: Covered = listings, assumed: SQL = sql`${optOuts}`) {
  return sql<OptOutKind[]>`array(
    select distinct one.kind from ${assumed} as one where ${covers(of)} order by one.kind
  )`
}

/** The reasons that hide a listing while the opt-outs `assumed` apply. */
export function hidingReasons(assumed?: SQL) {
  const keep = (reason: HidingReason) =>
    sql`case when ${reason} = any(${listings.hiddenBy}) then array[${reason}::text] else '{}' end`
  return sql<HidingReason[]>`(
    ${keep('administrator')} || ${optOutKinds(listings, assumed)} || ${keep('duplicate')}
  )`
}

/**
 * Hides the listings to which an opt-out applies, and shows those that nothing hides any more. If a
 * listing is hidden, another listing of the same house takes over. Returns how many listings that
 * their sources still offer were hidden or shown.
 */
export async function applyOptOuts(tx: Transaction, at: Date) {
  const { ids, count } = await renewReasons(tx, at)
  await applyFolds(tx, at, ids)
  await bumpRevision(tx, isOneOf(ids))
  return count
}

/** {@link applyOptOuts} for some listings, which the caller then folds by `findDuplicates`. */
export async function applyOptOutsTo(tx: Transaction, ids: string[], at: Date) {
  // Without opt-outs, no listing can be hidden by one.
  if (ids.length === 0 || !(await hasOptOuts(tx))) return
  await renewReasons(tx, at, inArray(listings.id, ids))
}

/** Updates why listings are hidden. Returns the ids of those for which this has changed. */
async function renewReasons(tx: Transaction, at: Date, which?: SQL) {
  const reasons = hidingReasons()
  const isHidden = sql`cardinality(changed.reasons) > 0`
  const { rows } = await tx.execute<{ ids: string[]; count: number }>(sql`
    with changed as (
      select ${listings.id}, cardinality(${listings.hiddenBy}) > 0 as was_hidden, ${reasons} as reasons
      from ${listings}
      where ${and(which, sql`${listings.hiddenBy} is distinct from ${reasons}`)}
      order by ${listings.id}
      for update
    ), updated as (
      update ${listings} set
        hidden_by = changed.reasons,
        hidden_at = case
          when ${isHidden} then coalesce(${listings.hiddenAt}, ${sql.param(at, listings.hiddenAt)})
        end
      from changed
      where ${listings.id} = changed.id
      returning ${listings.id}, ${listings.withdrawnAt} is null and changed.was_hidden <> (${isHidden}) as is_counted
    )
    select coalesce(array_agg(id), '{}') as ids, count(*) filter (where is_counted)::int as count
    from updated
  `)
  return rows[0] ?? { ids: [], count: 0 }
}

export async function hasOptOuts(db: Pick<Database, 'select'>) {
  const rows = await db.select({ key: optOuts.key }).from(optOuts).limit(1)
  return rows.length > 0
}

/** Stores the present wards of each opted-out municipality, after places have been replaced. */
export async function renewWards(db: Database, at: Date) {
  if (!(await hasOptOuts(db))) return
  await db.transaction(async (tx) => {
    await lockOptOuts(tx)
    const { kind, key } = optOuts
    const isMunicipality = eq(kind, 'municipality')
    for (const { code } of await tx.select({ code: key }).from(optOuts).where(isMunicipality)) {
      const found = await findMunicipality(tx, code)
      // Of a municipality that has merged with another, the former codes stay.
      if (!found) continue
      const { codes, cityPattern } = found
      await tx
        .update(optOuts)
        .set({ codes, cityPattern })
        .where(and(isMunicipality, eq(key, code)))
    }
    await applyOptOuts(tx, at)
  })
}
