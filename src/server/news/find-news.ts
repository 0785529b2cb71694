import { and, eq, gt, gte, inArray, isNull } from 'drizzle-orm'
import { MAX_NEWS, NEWS_KINDS, type NewsItem } from '#contract/news.ts'
import type { Database } from '#server/db/database.ts'
import { favorites, listingChanges, listings } from '#server/db/schema.ts'
import { readChanges } from '#server/history/read-history.ts'
import { matching, type ResolvedFilters } from '#server/listings/conditions.ts'
import { selectRows, toCardRecord, toRecords } from '#server/listings/listing-records.ts'
import type { Search } from '#server/listings/open-search.ts'
import { resolveSavedSearch } from '#server/listings/saved-searches.ts'
import { type NetChange, netChange } from './net-change.ts'

interface NewsServices {
  db: Database
  resolve: Search['resolve']
}

interface Person {
  userId: string
  /** The saved searches of the person. */
  searches: readonly { name: string; search: string }[]
}

interface Found {
  favorite: boolean
  searches: string[]
}

/** The kinds of changes that can bring a house into a saved search. */
const KINDS_OF_SEARCHES = ['added', 'back', 'price'] as const
/** The kinds of news about a house that is no favorite, and that only a saved search finds. */
const TOLD_OF_SEARCHES = new Set<NetChange['kind']>(['new', 'back', 'cheaper'])

/** What has changed after the change `sinceChange`, for one person. */
export async function findNews(
  { db, resolve }: NewsServices,
  { userId, searches }: Person,
  sinceChange: number,
) {
  const found = new Map<string, Found>()
  for (const id of await changedFavorites(db, userId, sinceChange)) {
    found.set(id, { favorite: true, searches: [] })
  }
  for (const { name, search } of searches) {
    const filters = await resolveSavedSearch(resolve, search)
    if (!filters) continue
    for (const id of await changedMatches(db, filters, sinceChange)) {
      const before = found.get(id) ?? { favorite: false, searches: [] }
      found.set(id, { ...before, searches: [...before.searches, name] })
    }
  }
  const changes = await readChanges(db, [...found.keys()], sinceChange)
  const news = [...found].flatMap(([id, one]): NewsItem[] => {
    const change = netChange(changes.get(id) ?? [])
    if (!change || !(one.favorite || TOLD_OF_SEARCHES.has(change.kind))) return []
    const { kind, at, priceBefore, priceAfter } = change
    const prices = { yen_before: priceBefore, yen_after: priceAfter }
    return [{ listing_id: id, kind, at: at.toISOString(), ...prices, ...one }]
  })
  const shown = news.toSorted(byImportance).slice(0, MAX_NEWS)
  return { news: shown, listings: await readCards(db, shown), total: news.length }
}

/** The favorites that have changed since, and since they were saved. */
async function changedFavorites(db: Database, userId: string, sinceChange: number) {
  const rows = await db
    .selectDistinct({ id: favorites.listingId })
    .from(favorites)
    .innerJoin(listingChanges, eq(listingChanges.listingId, favorites.listingId))
    .innerJoin(listings, eq(listings.id, favorites.listingId))
    .where(
      and(
        eq(favorites.userId, userId),
        isNull(listings.hiddenAt),
        gt(listingChanges.id, sinceChange),
        gte(listingChanges.changedAt, favorites.createdAt),
      ),
    )
  return rows.map(({ id }) => id)
}

async function changedMatches(db: Database, filters: ResolvedFilters, sinceChange: number) {
  const changed = db
    .select({ id: listingChanges.listingId })
    .from(listingChanges)
    .where(
      and(gt(listingChanges.id, sinceChange), inArray(listingChanges.kind, [...KINDS_OF_SEARCHES])),
    )
  const rows = await db
    .select({ id: listings.id })
    .from(listings)
    .where(and(inArray(listings.id, changed), matching(filters)))
  return rows.map(({ id }) => id)
}

/** Favorites come first, then the kinds in their order, then the latest changes. */
function byImportance(one: NewsItem, other: NewsItem) {
  return (
    Number(other.favorite) - Number(one.favorite) ||
    NEWS_KINDS.indexOf(one.kind) - NEWS_KINDS.indexOf(other.kind) ||
    other.at.localeCompare(one.at) ||
    one.listing_id.localeCompare(other.listing_id)
  )
}

async function readCards(db: Database, news: NewsItem[]) {
  if (news.length === 0) return []
  const ids = news.map(({ listing_id }) => listing_id)
  const rows = await selectRows(db).where(and(inArray(listings.id, ids), isNull(listings.hiddenAt)))
  return toRecords(rows).map(toCardRecord)
}
