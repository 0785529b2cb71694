import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { HidingReason } from '#contract/choices.ts'
import type { Transaction } from '#server/db/database.ts'
import { duplicates, listingPhotos, listings } from '#server/db/schema.ts'
import { bumpRevision } from './catalogue.ts'

/**
 * Listings of the same house. `duplicates` says which pairs are folded; `listings.folded_into` and
 * the reason `duplicate` in `hidden_by` hold the effect, so that searches need no join. Pairs chain:
 * if A and B are folded, and B and C, then A, B and C are one house.
 *
 * Of each house, one listing that nothing else hides stays in searches, and the others are folded
 * into it. If its source withdraws it, or something hides it, another listing of the house takes
 * over.
 */

/**
 * Call this first in a transaction that changes what {@link applyFolds} reads, after the lock of the
 * opt-outs. Without this lock, two imports could lock each other's listings in opposite orders.
 */
export function lockFolds(tx: Transaction) {
  return tx.execute(sql`lock table ${duplicates} in share row exclusive mode`)
}

/**
 * Folds and unfolds the listings that belong to one house with the given listings. All listings by
 * default. Returns how many have changed.
 */
export async function applyFolds(tx: Transaction, at: Date, ids?: string[]) {
  if (ids?.length === 0) return 0
  const pairs = await readPairs(tx, ids)
  const members = await holdMembers(tx, ids ?? [], pairs)
  const changed = groupMembers(members, pairs).flatMap(fold)
  if (changed.length === 0) return 0
  await tx.execute(sql`
    update ${listings} set
      folded_into = given.folded_into,
      hidden_by = given.hidden_by,
      hidden_at = case when cardinality(given.hidden_by) > 0
        then coalesce(${listings.hiddenAt}, ${sql.param(at, listings.hiddenAt)})
      end
    from json_populate_recordset(null::${listings}, ${JSON.stringify(changed)}::json) as given
    where ${listings.id} = given.id
  `)
  await bumpRevision(tx)
  return changed.length
}

/** Two ids of listings of one house. */
type Pair = Record<'one' | 'other', string>

/** The folded pairs that the listings belong to, directly or through other pairs. */
async function readPairs(tx: Transaction, ids: string[] | undefined): Promise<Pair[]> {
  const isFolded = eq(duplicates.state, 'folded')
  const { one, other } = duplicates
  if (!ids) return tx.select({ one, other }).from(duplicates).where(isFolded)
  const { rows } = await tx.execute<Pair>(sql`
    with recursive members (id) as (
      select value collate "C" from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)
      union
      select found.id from members cross join lateral (
        select ${other} as id from ${duplicates} where ${one} = members.id and ${isFolded}
        union all
        select ${one} from ${duplicates} where ${other} = members.id and ${isFolded}
      ) as found
    )
    select ${one}, ${other} from members join ${duplicates} on ${one} = members.id and ${isFolded}
  `)
  return rows
}

type Member = Awaited<ReturnType<typeof holdMembers>>[number]

/**
 * Locks and reads the listings of the pairs, and those of `ids` that are folded until now. `photos`
 * and `stated` say how much a listing tells about the house.
 */
function holdMembers(tx: Transaction, ids: string[], pairs: Pair[]) {
  const { id, withdrawnAt, hiddenBy, foldedInto, createdAt } = listings
  const { location, askedPrice, rentYen, layout, buildingArea, landArea, constructionYear } =
    listings
  const { structure, transportation, remarks, contactNumber, facts } = listings
  const paired = pairs.flatMap(({ one, other }) => [one, other])
  return tx
    .select({
      ...{ id, withdrawnAt, hiddenBy, foldedInto, createdAt },
      photos: sql<number>`(
        select count(*)::int from ${listingPhotos} where ${listingPhotos.listingId} = ${id}
      )`,
      stated: sql<number>`
        num_nonnulls(${location}, ${askedPrice}, ${rentYen}, ${layout}, ${buildingArea}, ${landArea},
          ${constructionYear}, ${structure}, ${transportation}, ${remarks}, ${contactNumber})
        + (select count(*)::int from jsonb_object_keys(${facts}))
      `,
    })
    .from(listings)
    .where(or(isOneOf(paired), and(isOneOf(ids), isNotNull(foldedInto))))
    .orderBy(asc(id))
    .for('update')
}

/** One parameter for any number of ids. */
function isOneOf(ids: string[]) {
  return sql`${listings.id} = any(array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)))`
}

/** The listings of each house. A listing that is in no pair is a house of its own. */
function groupMembers(members: Member[], pairs: Pair[]): Member[][] {
  const groups = new Map(members.map((member) => [member.id, [member]]))
  for (const { one, other } of pairs) {
    const [mine, theirs] = [groups.get(one), groups.get(other)]
    if (!mine || !theirs || mine === theirs) continue
    mine.push(...theirs)
    for (const { id } of theirs) groups.set(id, mine)
  }
  return [...new Set(groups.values())]
}

/** The new values of the listings of one house, without those that stay as they are. */
function fold(members: Member[]) {
  const targets = new Set(members.map(({ foldedInto }) => foldedInto))
  const [main] = members.filter(canBeShown).toSorted((a, b) => compare(a, b, targets))
  return members.flatMap(({ id, hiddenBy, foldedInto }) => {
    const into = main && main.id !== id ? main.id : null
    if (into === foldedInto) return []
    const others = hiddenBy.filter((reason) => reason !== 'duplicate')
    const reasons: HidingReason[] = into === null ? others : [...others, 'duplicate']
    return { id, folded_into: into, hidden_by: reasons }
  })
}

function canBeShown({ withdrawnAt, hiddenBy }: Member) {
  return withdrawnAt === null && hiddenBy.every((reason) => reason === 'duplicate')
}

/**
 * Sorts the listing that searches show now before the others, so that an import does not swap
 * listings that people know. Otherwise the listing that tells most comes first, then the oldest.
 */
function compare(one: Member, other: Member, targets: ReadonlySet<string | null>) {
  return (
    Number(targets.has(other.id)) - Number(targets.has(one.id)) ||
    other.photos - one.photos ||
    other.stated - one.stated ||
    one.createdAt.getTime() - other.createdAt.getTime() ||
    (one.id < other.id ? -1 : 1)
  )
}
