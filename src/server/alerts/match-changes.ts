import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { conditionsOf } from '#search/conditions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import {
  alertProgress,
  alerts,
  favorites,
  listingChanges,
  listings,
  savedSearches,
} from '#server/db/schema.ts'
import { STATED_BOUNDS } from '#server/listings/matching.ts'
import { isOffered } from '#server/listings/offered.ts'
import type { Search } from '#server/listings/open-search.ts'
import { resolveSavedSearch } from '#server/listings/saved-searches.ts'
import { SEARCH_CHANGE_KINDS } from '#server/news/find-news.ts'
import { latestChange } from '#server/news/visits.ts'
import { indexHouses } from './house-index.ts'
import type { House } from './house-sets.ts'

interface MatchingServices {
  db: Database
  now: () => Date
  resolve: Search['resolve']
}

/** The number of changes that are compared with the alerts in one step. */
const CHANGES_AT_ONCE = 20_000
/** The number of searches that are compared before other requests get their turn. */
const SEARCHES_AT_ONCE = 100
/** The number of alerts that one statement updates. A statement has at most 65,535 parameters. */
const ALERTS_AT_ONCE = 10_000

/**
 * Compares the newest changes with the alerts, and marks each alert that may concern one of them.
 * Returns the id of the last change that has been compared. Several processes may call this at the
 * same time.
 */
export async function matchChanges(services: MatchingServices) {
  for (;;) {
    const from = await matchedChange(services.db)
    const to = await endOfBatch(services.db, from)
    if (to === from) return to
    await matchBatch(services, from, to)
  }
}

async function matchedChange(db: Database) {
  const [row] = await db.select({ change: alertProgress.matchedChange }).from(alertProgress)
  if (!row) throw new Error('The table alert_progress has no row')
  return row.change
}

async function endOfBatch(db: Database, from: number) {
  const latest = await latestChange(db)
  if (latest <= from + CHANGES_AT_ONCE) return Math.max(latest, from)
  return from + CHANGES_AT_ONCE
}

async function matchBatch(services: MatchingServices, from: number, to: number) {
  const found = await matchSearches(services, from, to)
  const mark: Mark = { from, at: services.now() }
  await services.db.transaction(async (tx) => {
    const [progress] = await tx
      .update(alertProgress)
      .set({ matchedChange: to })
      .where(eq(alertProgress.matchedChange, from))
      .returning()
    // Another process has compared these changes.
    if (!progress) return
    await markFavorites(tx, to, mark)
    for (let start = 0; start < found.length; start += ALERTS_AT_ONCE) {
      const some = found.slice(start, start + ALERTS_AT_ONCE)
      await tx.update(alerts).set(marked(mark)).where(inArray(alerts.id, some))
    }
  })
}

/** The ids of the alerts whose searches may find a house that has changed. */
async function matchSearches({ db, resolve }: MatchingServices, from: number, to: number) {
  const all = await db
    .select({ id: alerts.id, search: savedSearches.search })
    .from(alerts)
    .innerJoin(savedSearches, eq(savedSearches.id, alerts.searchId))
  const houses = all.length === 0 ? [] : await readHouses(db, from, to)
  if (houses.length === 0) return []
  const index = indexHouses(houses)
  const bySearch = new Map<string, string[]>()
  for (const { id, search } of all) {
    const ids = bySearch.get(search)
    if (ids) ids.push(id)
    else bySearch.set(search, [id])
  }
  const found: string[][] = []
  let compared = 0
  for (const [search, ids] of bySearch) {
    const filters = await resolveSavedSearch(resolve, search)
    if (filters && index.mayFind(conditionsOf(filters))) found.push(ids)
    compared += 1
    if (compared % SEARCHES_AT_ONCE === 0) await yieldToEventLoop()
  }
  return found.flat()
}

/** The offered houses that a change can have brought into a search. */
export async function readHouses(db: Database, from: number, to: number): Promise<House[]> {
  const { prefecture, city, layout, place, signs, tags, moreTags, askedPrice } = listings
  const { buildingArea, landArea, constructionYear, latitude, longitude } = listings
  const { radiusMetres, airportMetres, seaMetres } = listings
  const changed = db
    .select({ id: listingChanges.listingId })
    .from(listingChanges)
    .where(
      and(
        gt(listingChanges.id, from),
        lte(listingChanges.id, to),
        inArray(listingChanges.kind, [...SEARCH_CHANGE_KINDS]),
      ),
    )
  return db
    .select({
      ...{ prefecture, city, layout, place, signs, tags, moreTags, askedPrice, buildingArea },
      ...{ landArea, constructionYear, latitude, longitude, radiusMetres, airportMetres },
      ...{ seaMetres, ...STATED_BOUNDS },
    })
    .from(listings)
    .where(and(inArray(listings.id, changed), isOffered))
}

/** What is written into an alert when a batch of changes may concern it. */
interface Mark {
  /** The id of the last change before the batch. */
  from: number
  /** When the batch was compared. */
  at: Date
}

/**
 * Marks the alerts about favorites that have changed, or that are folded into a listing that has
 * changed.
 */
async function markFavorites(tx: Transaction, to: number, mark: Mark) {
  const { listingId } = listingChanges
  const ofHouse = or(eq(listings.id, listingId), eq(listings.foldedInto, listingId))
  const people = tx
    .select({ userId: favorites.userId })
    .from(listingChanges)
    .innerJoin(listings, ofHouse)
    .innerJoin(favorites, eq(favorites.listingId, listings.id))
    .where(and(gt(listingChanges.id, mark.from), lte(listingChanges.id, to)))
  await tx
    .update(alerts)
    .set(marked(mark))
    .where(and(inArray(alerts.userId, people), isNull(alerts.searchId)))
}

/**
 * The new values of an alert. While an earlier batch waits to be told, its values stay, so that the
 * alert tells of both batches.
 */
function marked({ from, at }: Mark) {
  return {
    sinceChange: sql`case when ${alerts.newsSince} is null
      then greatest(${alerts.sinceChange}, ${from}) else ${alerts.sinceChange} end`,
    newsSince: sql`coalesce(${alerts.newsSince}, ${at.toISOString()}::timestamptz)`,
  }
}
