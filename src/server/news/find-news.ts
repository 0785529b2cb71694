import { and, asc, eq, gt, gte, inArray, max, or, sql } from 'drizzle-orm'
import type { NewsItem } from '#contract/news.ts'
import { NEWS_KINDS } from '#contract/news-kinds.ts'
import type { ResolvedFilters } from '#search/conditions.ts'
import type { Database } from '#server/db/database.ts'
import { isReadable } from '#server/db/readable.ts'
import { favorites, listingChanges, listings } from '#server/db/schema.ts'
import { readChanges } from '#server/history/read-history.ts'
import { selectRows, toCardRecord, toRecords } from '#server/listings/listing-records.ts'
import { matching } from '#server/listings/matching.ts'
import { type NetChange, netChange } from './net-change.ts'

/** Where a person's news come from: the favorites, or a saved search with its filters. */
export type NewsSource = FavoritesSource | SearchSource

interface FavoritesSource {
  kind: 'favorites'
  /** Only later changes are news. */
  sinceChange: number
}

interface SearchSource {
  kind: 'search'
  id: string
  name: string
  filters: ResolvedFilters
  /** Only later changes are news. */
  sinceChange: number
}

/** The houses that have changed, of those that one source is about. */
export interface ChangedHouses {
  source: NewsSource
  ids: string[]
  /** Empty for a saved search, because searches find no folded listings. */
  favorites: ChangedFavorite[]
}

/** A favorite with news. `changedId` is its id, or that of the listing into which it is folded. */
interface ChangedFavorite {
  id: string
  foldedInto: string | null
  changedId: string
}

/** A house with news. `changedId` is the listing that has changed, and `lastChange` its last change. */
export interface HouseNews extends NewsItem {
  changedId: string
  lastChange: number
}

interface Candidate {
  favorite: boolean
  searches: NewsItem['searches']
  sinceChange: number
}

/** The kinds of changes that can bring a house into a saved search. */
export const SEARCH_CHANGE_KINDS = ['added', 'back', 'price'] as const
/** The kinds of news about a house that is no favorite, and that only a saved search finds. */
const SEARCH_NEWS_KINDS = new Set<NetChange['kind']>(['new', 'back', 'cheaper'])

/** The houses of each source that have changed, in the order of the sources. */
export async function findChanged(
  db: Database,
  userId: string,
  sources: readonly NewsSource[],
): Promise<ChangedHouses[]> {
  const matches = await changedMatches(
    db,
    sources.filter((source) => source.kind === 'search'),
  )
  const changed: ChangedHouses[] = []
  for (const source of sources) {
    if (source.kind === 'search') {
      changed.push({ source, ids: matches.get(source) ?? [], favorites: [] })
      continue
    }
    const favorites = await changedFavorites(db, userId, source.sinceChange)
    const ids = new Set(favorites.map(({ changedId }) => changedId))
    changed.push({ source, ids: [...ids], favorites })
  }
  return changed
}

/** The news about houses that have changed, the most important first. */
export async function findNews(db: Database, changed: readonly ChangedHouses[]) {
  return toNews(await readHouseChanges(db, changed), changed)
}

type Changes = Awaited<ReturnType<typeof readChanges>>

/** The changes of the houses that {@link toNews} needs. */
export function readHouseChanges(db: Database, changed: readonly ChangedHouses[]) {
  const ids = new Set(changed.flatMap(({ ids }) => ids))
  const sinceChange = Math.min(...changed.map(({ source }) => source.sinceChange))
  return readChanges(db, [...ids], sinceChange)
}

/**
 * The news about houses that have changed, the most important first. `told` has the id of the last
 * change of each listing that the person already knows.
 */
export function toNews(
  changes: Changes,
  changed: readonly ChangedHouses[],
  told: ReadonlyMap<string, number> = new Map(),
): HouseNews[] {
  const favorites = changed.flatMap(({ favorites }) => favorites)
  const mains = new Map(favorites.map(({ id, foldedInto }) => [id, foldedInto]))
  const news = [...toCandidates(changed)].flatMap(
    ([changedId, { sinceChange, ...reasons }]): HouseNews[] => {
      const since = Math.max(sinceChange, told.get(changedId) ?? 0)
      const later = (changes.get(changedId) ?? []).filter((change) => change.id > since)
      const change = netChange(later)
      if (!change || !(reasons.favorite || SEARCH_NEWS_KINDS.has(change.kind))) return []
      const { kind, at, priceBefore, priceAfter } = change
      // This listing is folded into another one. The house is gone only when that listing is.
      if (kind === 'gone' && mains.get(changedId)) return []
      const listing_id = kind === 'gone' ? openableFavorite(changedId, favorites) : changedId
      const prices = { yen_before: priceBefore, yen_after: priceAfter }
      const lastChange = later.at(-1)?.id ?? since
      return [
        { listing_id, kind, at: at.toISOString(), ...prices, ...reasons, changedId, lastChange },
      ]
    },
  )
  // Tell of a house once, even if both its listings have changed.
  const ids = new Set(news.map(({ changedId }) => changedId))
  return news.filter(({ changedId }) => !ids.has(mains.get(changedId) ?? '')).toSorted(byImportance)
}

/** The id to link to. A listing that is gone opens only for people who have saved it. */
function openableFavorite(changedId: string, favorites: readonly ChangedFavorite[]) {
  const ofHouse = favorites.filter((favorite) => favorite.changedId === changedId)
  if (ofHouse.some(({ id }) => id === changedId)) return changedId
  return ofHouse[0]?.id ?? changedId
}

/** Each changed house once, with all sources that are about it. */
function toCandidates(changed: readonly ChangedHouses[]) {
  const found = new Map<string, Candidate>()
  for (const { source, ids } of changed) {
    const { sinceChange } = source
    for (const id of ids) {
      const known = found.get(id) ?? { favorite: false, searches: [], sinceChange }
      found.set(id, known)
      known.sinceChange = Math.min(known.sinceChange, sinceChange)
      if (source.kind === 'favorites') known.favorite = true
      else known.searches.push({ id: source.id, name: source.name })
    }
  }
  return found
}

/**
 * The favorites with a change after `sinceChange` and after they were saved. For a favorite that is
 * folded into another listing, a change of that listing counts too.
 */
function changedFavorites(
  db: Database,
  userId: string,
  sinceChange: number,
): Promise<ChangedFavorite[]> {
  const { listingId } = listingChanges
  const ofHouse = or(eq(listingId, listings.id), eq(listingId, listings.foldedInto))
  return db
    .selectDistinct({ id: listings.id, foldedInto: listings.foldedInto, changedId: listingId })
    .from(favorites)
    .innerJoin(listings, eq(listings.id, favorites.listingId))
    .innerJoin(listingChanges, ofHouse)
    .where(
      and(
        eq(favorites.userId, userId),
        isReadable,
        gt(listingChanges.id, sinceChange),
        gte(listingChanges.changedAt, favorites.createdAt),
      ),
    )
    .orderBy(asc(listings.id))
}

/**
 * The changed houses that each search finds. One query reads the changed houses once for all searches.
 * A query for each search would read them, or the catalogue, up to fifty times.
 */
async function changedMatches(db: Database, searches: readonly SearchSource[]) {
  const matches = new Map(searches.map((search): [SearchSource, string[]] => [search, []]))
  if (searches.length === 0) return matches
  const { id, listingId, kind } = listingChanges
  const since = Math.min(...searches.map(({ sinceChange }) => sinceChange))
  const changed = db
    .select({ listingId, latest: max(id).as('latest') })
    .from(listingChanges)
    .where(and(gt(id, since), inArray(kind, [...SEARCH_CHANGE_KINDS])))
    .groupBy(listingId)
    .as('changed')
  const isFound = searches.map(
    ({ filters, sinceChange }) =>
      sql`(${and(gt(changed.latest, sinceChange), matching(filters))}) is true`,
  )
  const found = db
    .select({
      id: listings.id,
      bySearch: sql<boolean[]>`array[${sql.join(isFound, sql`, `)}]`.as('by_search'),
    })
    .from(listings)
    .innerJoin(changed, eq(changed.listingId, listings.id))
    .as('found')
  const rows = await db
    .select({ id: found.id, bySearch: found.bySearch })
    .from(found)
    .where(sql`true = any(${found.bySearch})`)
  for (const [at, search] of searches.entries()) {
    matches.set(
      search,
      rows.flatMap(({ id, bySearch }) => (bySearch[at] ? id : [])),
    )
  }
  return matches
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

/** The records of the houses for their cards. */
export async function readCards(db: Database, news: readonly NewsItem[]) {
  if (news.length === 0) return []
  const ids = news.map(({ listing_id }) => listing_id)
  const rows = await selectRows(db).where(and(inArray(listings.id, ids), isReadable))
  return toRecords(rows).map(toCardRecord)
}
