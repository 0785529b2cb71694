import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { HidingReason } from '#contract/choices.ts'
import { anyOf } from '#server/db/any-of.ts'
import type { Transaction } from '#server/db/database.ts'
import { duplicates, favorites, listingPhotos, listings } from '#server/db/schema.ts'
import { bumpRevision, isOneOf } from './catalogue.ts'

/**
 * Listings of the same house. `duplicates` says which pairs are folded; `listings.folded_into` and
 * the reason `duplicate` in `hidden_by` hold the effect, so that searches need no join. Pairs chain:
 * if A and B are folded, and B and C, then A, B and C are one house.
 *
 * Of each house, one listing that nothing else hides stays in searches, and the others are folded
 * into it. If its source withdraws it, or something hides it, another listing of the house takes
 * over. If no other listing can, the others keep `folded_into`, but not the reason `duplicate`. Without
 * this, nobody who saved one of them would hear that the house is gone.
 */

/**
 * Call this first in a transaction that changes what {@link applyFolds} reads, after the lock of the
 * opt-outs. Without this lock, two imports could lock each other's listings in opposite orders.
 */
export function lockFolds(tx: Transaction) {
  return tx.execute(sql`lock table ${duplicates} in share row exclusive mode`)
}

/**
 * Folds and unfolds the listings that belong to one house with the given listings. A folded pair that
 * contradicts other pairs waits for an administrator again. Returns these pairs, and the ids of the
 * listings that nothing hides any more.
 */
export async function applyFolds(tx: Transaction, at: Date, ids: string[]): Promise<Folded> {
  if (ids.length === 0) return { shown: [], refused: [] }
  const pairs = await readPairs(tx, ids)
  const members = await holdMembers(tx, ids, pairs)
  const { houses, refused } = groupMembers(members, pairs, await readDifferent(tx, members))
  await reopen(tx, refused)
  const changed = houses.flatMap(fold)
  const offered = new Set(members.flatMap(({ id, withdrawnAt }) => (withdrawnAt ? [] : id)))
  const shown = changed.flatMap(({ id, hidden_by }) =>
    hidden_by.length === 0 && offered.has(id) ? id : [],
  )
  if (changed.length === 0) return { shown, refused }
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
  const former = members.flatMap(({ id, foldedInto }) => (foldedInto ? [id, foldedInto] : [id]))
  await bumpRevision(tx, isOneOf(former))
  return { shown, refused }
}

interface Folded {
  shown: string[]
  refused: FoldedPair[]
}

/** Two ids of listings of one house. */
type Pair = Record<'one' | 'other', string>
/** A pair that an administrator has folded, or that was folded because of its link. */
type FoldedPair = Pair & { isDecided: boolean }

/**
 * The folded pairs that the listings belong to, directly or through other pairs. Those that an
 * administrator has folded come first, then the oldest.
 */
async function readPairs(tx: Transaction, ids: string[]) {
  const isFolded = eq(duplicates.state, 'folded')
  const { one, other, decidedBy } = duplicates
  const { rows } = await tx.execute<FoldedPair>(sql`
    with recursive members (id) as (
      select value collate "C" from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)
      union
      select found.id from members cross join lateral (
        select ${other} as id from ${duplicates} where ${one} = members.id and ${isFolded}
        union all
        select ${one} from ${duplicates} where ${other} = members.id and ${isFolded}
      ) as found
    )
    select ${one}, ${other}, ${decidedBy} is not null as "isDecided"
    from members join ${duplicates} on ${one} = members.id and ${isFolded}
    order by ${decidedBy} is null, ${duplicates.at}, ${one}, ${other}
  `)
  return rows
}

/** The pairs of these listings that an administrator has called different houses. */
async function readDifferent(tx: Transaction, members: Member[]): Promise<Pair[]> {
  const ids = members.map(({ id }) => id)
  const { one, other, state } = duplicates
  return tx
    .select({ one, other })
    .from(duplicates)
    .where(and(eq(state, 'different'), eq(one, anyOf(ids)), eq(other, anyOf(ids))))
}

async function reopen(tx: Transaction, pairs: FoldedPair[]) {
  if (pairs.length === 0) return
  const given = JSON.stringify(pairs)
  await tx.execute(sql`
    update ${duplicates} set state = 'waiting'
    from json_populate_recordset(null::${duplicates}, ${given}::json) as given
    where ${duplicates.one} = given.one and ${duplicates.other} = given.other
  `)
}

type Member = Awaited<ReturnType<typeof holdMembers>>[number]

/**
 * Locks and reads the listings of the pairs, and those of `ids` that are still folded. `photos` and
 * `stated` count what a listing tells about the house.
 */
function holdMembers(tx: Transaction, ids: string[], pairs: Pair[]) {
  const { id, source, withdrawnAt, hiddenBy, foldedInto, createdAt } = listings
  const { location, askedPrice, rentYen, layout, buildingArea, landArea, constructionYear } =
    listings
  const { structure, transportation, remarks, contactNumber, facts } = listings
  const paired = pairs.flatMap(({ one, other }) => [one, other])
  return tx
    .select({
      ...{ id, source, withdrawnAt, hiddenBy, foldedInto, createdAt },
      favorites: sql<number>`(
        select count(*)::int from ${favorites} where ${favorites.listingId} = ${id}
      )`,
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
    .where(or(eq(id, anyOf(paired)), and(eq(id, anyOf(ids)), isNotNull(foldedInto))))
    .orderBy(asc(id))
    .for('update')
}

/**
 * The listings of each house. A listing that is in no pair is a house of its own. Refuses a pair that
 * would join different houses, or two listings that one source offers unless an administrator has
 * folded the pair.
 */
function groupMembers(members: Member[], pairs: FoldedPair[], different: Pair[]) {
  const groups = new Map(members.map((member) => [member.id, [member]]))
  const apart = new Set(
    different.flatMap(({ one, other }) => [`${one} ${other}`, `${other} ${one}`]),
  )
  const refused: FoldedPair[] = []
  for (const pair of pairs) {
    const [mine, theirs] = [groups.get(pair.one), groups.get(pair.other)]
    if (!mine || !theirs || mine === theirs) continue
    const isContradicted = mine.some((member) =>
      theirs.some(
        (other) =>
          apart.has(`${member.id} ${other.id}`) ||
          (!pair.isDecided && areOfOneSource(member, other)),
      ),
    )
    if (isContradicted) {
      refused.push(pair)
      continue
    }
    mine.push(...theirs)
    for (const { id } of theirs) groups.set(id, mine)
  }
  return { houses: [...new Set(groups.values())], refused }
}

function areOfOneSource(one: Member, other: Member) {
  return one.source === other.source && !one.withdrawnAt && !other.withdrawnAt
}

/** The new values of the listings of one house, without those that stay as they are. */
function fold(members: Member[]) {
  const targets = new Set(members.map(({ foldedInto }) => foldedInto))
  const [main] = members.filter(canBeShown).toSorted((a, b) => compare(a, b, targets))
  const lastMain = members.find(({ id }) => targets.has(id))
  const target = (main ?? lastMain)?.id ?? null
  return members.flatMap(({ id, hiddenBy, foldedInto }) => {
    const into = target === id ? null : target
    const isDuplicate = main !== undefined && into !== null
    if (into === foldedInto && isDuplicate === hiddenBy.includes('duplicate')) return []
    const others = hiddenBy.filter((reason) => reason !== 'duplicate')
    const reasons: HidingReason[] = isDuplicate ? [...others, 'duplicate'] : others
    return { id, folded_into: into, hidden_by: reasons }
  })
}

function canBeShown({ withdrawnAt, hiddenBy }: Member) {
  return withdrawnAt === null && hiddenBy.every((reason) => reason === 'duplicate')
}

/**
 * Sorts the listing that searches show now before the others, so that an import does not swap
 * listings that people know. For the same reason the listing that most people have as a favorite comes
 * next, then the oldest. Of listings that are equally old, the one that tells most comes first.
 */
function compare(one: Member, other: Member, targets: ReadonlySet<string | null>) {
  return (
    Number(targets.has(other.id)) - Number(targets.has(one.id)) ||
    other.favorites - one.favorites ||
    one.createdAt.getTime() - other.createdAt.getTime() ||
    other.photos - one.photos ||
    other.stated - one.stated ||
    (one.id < other.id ? -1 : 1)
  )
}
