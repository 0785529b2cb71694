import { and, asc, eq, gt, gte, inArray, isNull } from 'drizzle-orm'
import { MAX_NEWS, NEWS_KINDS, type NewsItem } from '#contract/news.ts'
import { readSearch, SearchFields } from '#contract/saved-searches.ts'
import type { Database } from '#server/db/database.ts'
import { favorites, listingChanges, listings } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { matching, type ResolvedFilters } from '#server/listings/conditions.ts'
import { selectRows, toCardRecord, toRecords } from '#server/listings/listing-records.ts'
import type { Search } from '#server/listings/open-search.ts'
import { readSavedSearches } from '#server/listings/saved-searches.ts'
import { type NetChange, netChange } from './net-change.ts'

interface NewsServices {
  db: Database
  resolve: Search['resolve']
}

interface Found {
  favorite: boolean
  searches: string[]
}

/** The kinds of changes that can bring a house into a saved search. */
const KINDS_OF_SEARCHES = ['added', 'back', 'price'] as const
/** What a house that only a saved search finds is told for. */
const TOLD_OF_SEARCHES = new Set<NetChange['kind']>(['new', 'back', 'cheaper'])

/** What has changed after the change `sinceChange`, for one person. */
export async function findNews({ db, resolve }: NewsServices, userId: string, sinceChange: number) {
  const found = new Map<string, Found>()
  for (const id of await changedFavorites(db, userId, sinceChange)) {
    found.set(id, { favorite: true, searches: [] })
  }
  const { searches } = await readSavedSearches(db, userId)
  for (const { name, search } of searches) {
    const filters = await resolveSaved(resolve, search)
    if (!filters) continue
    for (const id of await changedMatches(db, filters, sinceChange)) {
      const before = found.get(id) ?? { favorite: false, searches: [] }
      found.set(id, { ...before, searches: [...before.searches, name] })
    }
  }
  const net = await netChanges(db, [...found.keys()], sinceChange)
  const news = [...found].flatMap(([id, one]): NewsItem[] => {
    const change = net.get(id)
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

/**
 * The filters of a saved search. Undefined if this version of Engawa no longer understands the
 * search, or if the currency of the search has no exchange rate any more.
 */
async function resolveSaved(resolve: Search['resolve'], search: string) {
  const { data } = SearchFields.safeParse(readSearch(search))
  if (!data) return undefined
  try {
    return await resolve(data)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
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

/** The ids of one query. A page of news with thousands of houses still needs few queries. */
const PAGE = 5000

async function netChanges(db: Database, ids: string[], sinceChange: number) {
  const net = new Map<string, NetChange | null>()
  for (let start = 0; start < ids.length; start += PAGE) {
    const page = ids.slice(start, start + PAGE)
    const rows = await db
      .select()
      .from(listingChanges)
      .where(and(gt(listingChanges.id, sinceChange), inArray(listingChanges.listingId, page)))
      .orderBy(asc(listingChanges.listingId), asc(listingChanges.id))
    const changesOf = new Map<string, typeof rows>()
    for (const row of rows) {
      const before = changesOf.get(row.listingId)
      if (before) before.push(row)
      else changesOf.set(row.listingId, [row])
    }
    for (const [id, changes] of changesOf) net.set(id, netChange(changes))
  }
  return net
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
