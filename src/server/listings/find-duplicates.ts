import { aliasedTable, and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { MUNICIPALITY_LENGTH } from '#search/places/place.ts'
import { anyOf } from '#server/db/any-of.ts'
import type { Transaction } from '#server/db/database.ts'
import { linkKey, statedPrice } from '#server/db/duplicate-keys.ts'
import { duplicates, listings, SAMPLE_SOURCE } from '#server/db/schema.ts'
import { applyFolds } from './apply-folds.ts'

/** If one source has more houses with the same facts, they are lots of an estate, not one house. */
const MAX_ALIKE = 3
/** The highest encoded price of a house that is given away, in yen or in dollars. */
const FREE = 1

const mine = aliasedTable(listings, 'mine')
const theirs = aliasedTable(listings, 'theirs')
const twin = aliasedTable(listings, 'twin')
type House = typeof mine | typeof theirs
type Area = 'buildingArea' | 'landArea'

/** A price or an area that is known. */
const stated = (value: SQLWrapper) => sql`nullif(${value}, 0)`
const differs = (one: SQLWrapper, other: SQLWrapper) =>
  sql`coalesce(${stated(one)} <> ${stated(other)}, false)`

/**
 * Finds the listings that are the same house as one of `ids`, and folds and unfolds accordingly. Call
 * `lockFolds` first in the transaction, and this function after it has written the listings.
 *
 * Two offered listings of different sources make a pair if they have the same link, or the same
 * place, price and area. Both areas have to agree if only the municipality is known, or if the house
 * is given away. A pair with the same link is folded at once if its municipalities, prices and areas
 * do not differ, and stays folded while the link stays. Any other pair waits for an administrator. A
 * pair about which an administrator has decided stays as it is.
 */
export async function findDuplicates(tx: Transaction, ids: string[], at: Date) {
  if (ids.length === 0) return
  const given = anyOf(ids)
  const shared = await deleteShared(tx, given)
  const replaced = await replacePairs(tx, given, at)
  const paired = [...shared, ...replaced].flatMap(({ one, other }) => [one, other])
  await applyFolds(tx, at, [...ids, ...paired])
}

/**
 * {@link findDuplicates} for listings that have just been withdrawn. Also finds the pairs that these
 * listings have prevented. For example, a source gives a house a new id: until the old listing is
 * withdrawn, two listings of the source have the link, so neither makes a pair.
 */
export async function findDuplicatesWithout(tx: Transaction, withdrawn: string[], at: Date) {
  const left = await findTwins(tx, withdrawn)
  await findDuplicates(tx, [...withdrawn, ...left], at)
}

type Pair = Record<'one' | 'other', string>

/**
 * Stores the pairs of the given listings, and deletes those that are none any more. Returns the pairs
 * that have changed.
 */
async function replacePairs(tx: Transaction, given: SQL, at: Date) {
  const { one, other, decidedBy } = duplicates
  const { rows } = await tx.execute<Pair>(sql`
    with linked as materialized (${withOwnLink(given)}),
    placed as materialized (${withOwnFacts(given)}),
    found as materialized (
      select least(mine, theirs) as one, greatest(mine, theirs) as other, max(link) as link,
        bool_or(is_same) as is_same
      from (${sameLink} union all ${sameFacts}) as pairs
      group by 1, 2
    ), stored as (
      insert into ${duplicates} (one, other, link, state, at)
      select one, other, link, case when is_same then 'folded' else 'waiting' end,
        ${sql.param(at, duplicates.at)}
      from found
      on conflict (one, other) do update set link = excluded.link, state = excluded.state
      where ${decidedBy} is null and (
        ${duplicates.link} is distinct from excluded.link
        or ${duplicates.state} = 'waiting' and excluded.state = 'folded'
      )
      returning ${one}, ${other}
    ), deleted as (
      delete from ${duplicates} using ${listings} as mine, ${listings} as theirs
      where ${mine.id} = ${one} and ${theirs.id} = ${other} and ${decidedBy} is null
        and (${one} = ${given} or ${other} = ${given})
        -- While a listing is withdrawn, its pairs stay, because it may come back.
        and ${mine.withdrawnAt} is null and ${theirs.withdrawnAt} is null
        and not exists (select from found where found.one = ${one} and found.other = ${other})
      returning ${one}, ${other}
    )
    select one, other from stored union all select one, other from deleted
  `)
  return rows
}

function canBePaired(house: House) {
  return and(isNull(house.withdrawnAt), sql`${house.source} <> ${SAMPLE_SOURCE}`)
}

const isOfOtherSource = and(
  canBePaired(theirs),
  sql`${theirs.source} <> ${mine.source}`,
  eq(theirs.offer, mine.offer),
)

/** The links of the given listings that no other listing of the same source has. */
function withOwnLink(given: SQL) {
  return sql`
    select ${mine.id}, keys.link
    from ${listings} as mine cross join lateral (
      select ${linkKey(mine.link)} as link union select ${linkKey(mine.referenceUrl)}
    ) as keys
    where ${mine.id} = ${given} and ${canBePaired(mine)} and keys.link is not null
      and ${isAlone(mine, sql`keys.link`)}
  `
}

/** Whether no other offered listing of the source has the link. A list of houses is no house. */
function isAlone(house: House, link: SQL) {
  const hasLink = (address: SQLWrapper) => sql`exists (
    select from ${listings} as twin
    where ${linkKey(address)} = ${link} and ${twin.source} = ${house.source}
      and ${twin.id} <> ${house.id} and ${twin.withdrawnAt} is null
    -- Without this, the planner reads every listing instead of looking the link up in the index.
    offset 0
  )`
  return sql`not ${hasLink(twin.link)} and not ${hasLink(twin.referenceUrl)}`
}

const withSameLink = (address: SQLWrapper) => sql`
  select ${mine.id} as mine, ${theirs.id} as theirs, linked.link, not (
    coalesce(left(${mine.place}, ${MUNICIPALITY_LENGTH}) <>
      left(${theirs.place}, ${MUNICIPALITY_LENGTH}), false)
    or ${differs(statedPrice(mine), statedPrice(theirs))}
    or ${differs(mine.buildingArea, theirs.buildingArea)}
    or ${differs(mine.landArea, theirs.landArea)}
  ) as is_same
  from linked
  join ${listings} as mine on ${mine.id} = linked.id
  cross join lateral (
    -- Without this, the planner does not use the index.
    select theirs.* from ${listings} as theirs
    where ${linkKey(address)} = linked.link and ${theirs.withdrawnAt} is null
    offset 0
  ) as theirs
  where ${isOfOtherSource} and coalesce(${mine.prefecture} = ${theirs.prefecture}, true)
    and ${isAlone(theirs, sql`linked.link`)}
`
const sameLink = sql`${withSameLink(theirs.link)} union all ${withSameLink(theirs.referenceUrl)}`

/** The given listings whose place, price and an area are known, and shared by few of their source. */
function withOwnFacts(given: SQL) {
  return sql`
    select ${mine.id} from ${listings} as mine
    where ${mine.id} = ${given} and ${canBePaired(mine)}
      and (${isRare(mine, 'buildingArea')} or ${isRare(mine, 'landArea')})
  `
}

function isInDistrict({ place }: House) {
  return sql`length(${place}) > ${MUNICIPALITY_LENGTH}`
}

/** Whether few houses of the source have the price and this area, which is known. */
function isRare(house: House, area: Area) {
  return sql`(${house[area]} > 0 and (select count(*) from (
    select from ${listings} as twin where ${isAlike(house, area)} limit ${MAX_ALIKE + 1}
  ) as alike) <= ${MAX_ALIKE})`
}

/** Whether the source of the house offers `twin` with the same place, price and area. */
function isAlike(house: House, area: Area) {
  return sql`${isAtSamePrice(twin, house)} and ${eq(twin[area], house[area])}
    and ${twin.source} = ${house.source} and ${twin.withdrawnAt} is null`
}

function isAtSamePrice(one: House | typeof twin, other: House) {
  return and(eq(one.place, other.place), eq(statedPrice(one), statedPrice(other)))
}

const withSame = (area: Area, otherArea: Area) => sql`
  select ${mine.id} as mine, ${theirs.id} as theirs, null as link, false as is_same
  from placed
  join ${listings} as mine on ${mine.id} = placed.id
  join ${listings} as theirs on ${isAtSamePrice(theirs, mine)} and ${isOfOtherSource}
    and ${eq(theirs[area], mine[area])} and ${mine[area]} > 0
  where not ${differs(mine[otherArea], theirs[otherArea])}
    -- Many houses of a municipality have the same price, and many are given away.
    and (
      ${isInDistrict(mine)} and ${statedPrice(mine)} > ${FREE}
      or ${eq(stated(mine[otherArea]), stated(theirs[otherArea]))}
    )
    and ${isRare(mine, area)} and ${isRare(theirs, area)}
`
const sameFacts = sql`
  ${withSame('buildingArea', 'landArea')} union all ${withSame('landArea', 'buildingArea')}
`

/**
 * Deletes and returns the pairs whose link has become the link of several houses of one source, by
 * the listings that were just written.
 */
async function deleteShared(tx: Transaction, given: SQL) {
  const { one, other, link, decidedBy } = duplicates
  const { rows } = await tx.execute<Pair>(sql`
    delete from ${duplicates} using ${listings} as mine, ${listings} as theirs
    where ${link} in (
      select ${linkKey(listings.link)} from ${listings} where ${listings.id} = ${given}
      union
      select ${linkKey(listings.referenceUrl)} from ${listings} where ${listings.id} = ${given}
    )
      and ${decidedBy} is null and ${mine.id} = ${one} and ${theirs.id} = ${other}
      and not (${isAlone(mine, sql`${link}`)} and ${isAlone(theirs, sql`${link}`)})
    returning ${one}, ${other}
  `)
  return rows
}

/** The offered listings that have the link, or the place, price and area, of one of their source. */
async function findTwins(tx: Transaction, ids: string[]) {
  if (ids.length === 0) return []
  const withKey = (address: SQLWrapper, key: SQL) => sql`
    (select twin.id from ${listings} as twin
    where ${linkKey(address)} = ${key} and ${twin.source} = ${mine.source}
      and ${twin.withdrawnAt} is null
    -- Without this, the planner does not use the index.
    offset 0)
  `
  // If the source has more such houses, none of them is in a pair.
  const withArea = (area: Area) => sql`
    (select twin.id from ${listings} as twin where ${isAlike(mine, area)} limit ${MAX_ALIKE})
  `
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct found.id from ${listings} as mine cross join lateral (
      ${withKey(twin.link, linkKey(mine.link))} union all
      ${withKey(twin.link, linkKey(mine.referenceUrl))} union all
      ${withKey(twin.referenceUrl, linkKey(mine.link))} union all
      ${withKey(twin.referenceUrl, linkKey(mine.referenceUrl))} union all
      ${withArea('buildingArea')} union all ${withArea('landArea')}
    ) as found
    where ${mine.id} = ${anyOf(ids)}
  `)
  return rows.map(({ id }) => id)
}
