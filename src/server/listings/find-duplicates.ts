import { aliasedTable, and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { linkKey, statedPrice } from '#server/db/duplicate-keys.ts'
import { duplicates, listings, SAMPLE_SOURCE } from '#server/db/schema.ts'
import { applyFolds } from './apply-folds.ts'

/** If one source has more houses with the same facts, they are lots of an estate, not one house. */
const MAX_ALIKE = 3
/** The code of a municipality has this length. The code of an oaza (district) is longer. */
const MUNICIPALITY_CODE_LENGTH = 5
/** The highest encoded price of a house that is given away, in yen or in dollars. */
const FREE = 1

const mine = aliasedTable(listings, 'mine')
const theirs = aliasedTable(listings, 'theirs')
const twin = aliasedTable(listings, 'twin')
type House = typeof mine | typeof theirs

/**
 * Finds the listings that are the same house as one of `ids`, and folds and unfolds accordingly. Call
 * `lockFolds` first in the transaction, and this function after it has written the listings.
 *
 * Two offered listings of different sources make a pair if they have the same link, or the same
 * district, price and area. A pair with the same link is folded at once, because the link leads to
 * one page. Any other pair waits for an administrator. A pair about which an administrator has decided
 * stays as it is.
 */
export async function findDuplicates(tx: Transaction, ids: string[], at: Date) {
  if (ids.length === 0) return
  const given = sql`any(array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)))`
  const shared = await deleteShared(tx, given)
  const outdated = await replacePairs(tx, given, at)
  const unpaired = [...shared, ...outdated].flatMap(({ one, other }) => [one, other])
  await applyFolds(tx, at, [...ids, ...unpaired])
}

type Pair = Record<'one' | 'other', string>

/** Stores the pairs of the given listings, and deletes and returns those that are none any more. */
async function replacePairs(tx: Transaction, given: SQL, at: Date) {
  const { one, other, decidedBy } = duplicates
  const { rows } = await tx.execute<Pair>(sql`
    with linked as materialized (${withOwnLink(given)}),
    placed as materialized (${withOwnFacts(given)}),
    found as materialized (
      select least(mine, theirs) as one, greatest(mine, theirs) as other, max(link) as link
      from (${sameLink} union all ${sameFacts}) as pairs
      group by 1, 2
    ), stored as (
      insert into ${duplicates} (one, other, link, state, at)
      select one, other, link, case when link is null then 'waiting' else 'folded' end,
        ${sql.param(at, duplicates.at)}
      from found
      on conflict (one, other) do update set link = excluded.link, state = excluded.state
      where ${decidedBy} is null and ${duplicates.link} is distinct from excluded.link
    )
    delete from ${duplicates} using ${listings} as mine, ${listings} as theirs
    where ${mine.id} = ${one} and ${theirs.id} = ${other} and ${decidedBy} is null
      and (${one} = ${given} or ${other} = ${given})
      -- While a listing is withdrawn, its pairs stay, because it may come back.
      and ${mine.withdrawnAt} is null and ${theirs.withdrawnAt} is null
      and not exists (select from found where found.one = ${one} and found.other = ${other})
    returning ${one}, ${other}
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
    -- Makes the planner look the link up in the index, instead of reading every listing.
    offset 0
  )`
  return sql`not ${hasLink(twin.link)} and not ${hasLink(twin.referenceUrl)}`
}

const withSameLink = (address: SQLWrapper) => sql`
  select ${mine.id} as mine, ${theirs.id} as theirs, linked.link
  from linked
  join ${listings} as mine on ${mine.id} = linked.id
  cross join lateral (
    -- As above, makes the planner use the index.
    select theirs.* from ${listings} as theirs
    where ${linkKey(address)} = linked.link and ${theirs.withdrawnAt} is null
    offset 0
  ) as theirs
  where ${isOfOtherSource} and coalesce(${mine.prefecture} = ${theirs.prefecture}, true)
    and ${isAlone(theirs, sql`linked.link`)}
`
const sameLink = sql`${withSameLink(theirs.link)} union all ${withSameLink(theirs.referenceUrl)}`

/** The given listings whose district, price and area are known, and shared by few of their source. */
function withOwnFacts(given: SQL) {
  return sql`
    select ${mine.id} from ${listings} as mine
    where ${mine.id} = ${given} and ${canBePaired(mine)}
      and length(${mine.place}) > ${MUNICIPALITY_CODE_LENGTH} and ${isRare(mine)}
  `
}

function isRare(house: House) {
  const countWith = (area: SQL) => sql`(select count(*) from (
    select from ${listings} as twin
    where ${isAtSamePrice(twin, house)} and ${twin.source} = ${house.source} and ${area}
      and ${twin.withdrawnAt} is null
    limit ${MAX_ALIKE + 1}
  ) as alike)`
  return sql`case when ${house.buildingArea} > 0
    then ${countWith(eq(twin.buildingArea, house.buildingArea))}
    else ${countWith(eq(twin.landArea, house.landArea))}
  end <= ${MAX_ALIKE}`
}

function isAtSamePrice(one: House | typeof twin, other: House) {
  return and(eq(one.place, other.place), eq(statedPrice(one), statedPrice(other)))
}

const stated = (area: SQLWrapper) => sql`nullif(${area}, 0)`
const differs = (one: SQLWrapper, other: SQLWrapper) =>
  sql`coalesce(${stated(one)} <> ${stated(other)}, false)`

const withSame = (area: 'buildingArea' | 'landArea', otherArea: typeof area) => sql`
  select ${mine.id} as mine, ${theirs.id} as theirs, null as link
  from placed
  join ${listings} as mine on ${mine.id} = placed.id
  join ${listings} as theirs on ${isAtSamePrice(theirs, mine)} and ${isOfOtherSource}
    and ${eq(theirs[area], mine[area])} and ${mine[area]} > 0
  where not ${differs(mine[otherArea], theirs[otherArea])}
    -- Many houses are given away, so the price says little about them.
    and (${statedPrice(mine)} > ${FREE} or ${eq(stated(mine[otherArea]), stated(theirs[otherArea]))})
    and ${isRare(theirs)}
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
