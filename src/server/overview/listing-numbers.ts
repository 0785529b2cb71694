import { count, sql } from 'drizzle-orm'
import type { Overview } from '#contract/overview.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { isOffered } from '#server/listings/offered.ts'
import type { Database } from '../db/database.ts'
import { listings } from '../db/schema.ts'

type Group = Awaited<ReturnType<typeof groupListings>>[number]

export interface ListingNumbers extends Pick<Overview, 'listings' | 'prefectures'> {
  offeredBy: Map<string, number>
}

/** All counts of listings, in a single scan. */
export async function countListings(db: Database): Promise<ListingNumbers> {
  const groups = await groupListings(db)
  const offered = groups.filter(({ isOffered }) => isOffered)
  return {
    listings: {
      offered: total(offered),
      withdrawn: total(groups.filter(({ isOffered, isHidden }) => !isOffered && !isHidden)),
      hidden: total(groups.filter(({ isHidden }) => isHidden)),
    },
    prefectures: byPrefecture(offered),
    offeredBy: totals(offered, ({ source }) => source),
  }
}

function groupListings(db: Database) {
  const hidden = sql<boolean>`${listings.hiddenAt} is not null`
  const offered = sql<boolean>`${isOffered}`
  return db
    .select({
      source: listings.source,
      prefecture: listings.prefecture,
      isHidden: hidden,
      isOffered: offered,
      count: count(),
    })
    .from(listings)
    .groupBy(listings.source, listings.prefecture, hidden, offered)
}

/**
 * Counts offered listings by prefecture, highest count first. Prefectures without listings are
 * included. Prefectures with equal counts keep the order of the contract's list.
 */
function byPrefecture(offered: Group[]): Overview['prefectures'] {
  const counts = totals(offered, ({ prefecture }) => prefecture)
  const known = PREFECTURES.map(({ value }) => ({
    prefecture: value,
    offered: counts.get(value) ?? 0,
  }))
  const unknown = total(offered) - known.reduce((sum, { offered }) => sum + offered, 0)
  return [
    ...known.sort((a, b) => b.offered - a.offered),
    ...(unknown > 0 ? [{ prefecture: null, offered: unknown }] : []),
  ]
}

function totals<Key>(groups: Group[], keyOf: (group: Group) => Key) {
  const found = new Map<Key, number>()
  for (const group of groups) {
    found.set(keyOf(group), (found.get(keyOf(group)) ?? 0) + group.count)
  }
  return found
}

function total(groups: Group[]) {
  return groups.reduce((sum, { count }) => sum + count, 0)
}
