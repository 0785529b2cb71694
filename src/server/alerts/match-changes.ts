import { setImmediate as othersFirst } from 'node:timers/promises'
import { and, asc, eq, gt, inArray, lte, min, type SQLWrapper, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import {
  alertProgress,
  alerts,
  favorites,
  listingChanges,
  listings,
  savedSearches,
} from '#server/db/schema.ts'
import { type Condition, conditionsOf, STATED_BOUNDS } from '#server/listings/conditions.ts'
import { isOffered } from '#server/listings/offered.ts'
import type { Search } from '#server/listings/open-search.ts'
import { resolveSavedSearch } from '#server/listings/saved-searches.ts'
import { KINDS_OF_SEARCHES } from '#server/news/find-news.ts'
import { latestChange } from '#server/news/visits.ts'
import { type House, indexSearches } from './search-index.ts'

interface MatchingServices {
  db: Database
  resolve: Search['resolve']
}

/** The number of changes that are compared with the alerts in one step. */
const CHANGES_AT_ONCE = 20_000
/** The number of searches that are resolved before other requests get their turn. */
const SEARCHES_AT_ONCE = 100
/** The number of alerts that one statement updates. A statement has at most 65,535 parameters. */
const ALERTS_AT_ONCE = 10_000

/**
 * Marks each alert that the changes since the last call may concern. Returns the id of the last
 * change that has been compared. Several processes may call this at the same time.
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
  await services.db.transaction(async (tx) => {
    const [progress] = await tx
      .update(alertProgress)
      .set({ matchedChange: to })
      .where(eq(alertProgress.matchedChange, from))
      .returning()
    // Another process has compared these changes.
    if (!progress) return
    await markFavorites(tx, from, to)
    for (let start = 0; start < found.length; start += ALERTS_AT_ONCE) {
      await markSearches(tx, found.slice(start, start + ALERTS_AT_ONCE), from)
    }
  })
}

/** An alert, and when the first change happened that it may tell of. */
interface Found {
  id: string
  at: Date
}

async function matchSearches({ db, resolve }: MatchingServices, from: number, to: number) {
  const houses = await readHouses(db, from, to)
  if (houses.length === 0) return []
  const all = await db
    .select({ id: alerts.id, search: savedSearches.search })
    .from(alerts)
    .innerJoin(savedSearches, eq(savedSearches.id, alerts.searchId))
  const bySearch = new Map<string, string[]>()
  for (const { id, search } of all) {
    const ids = bySearch.get(search)
    if (ids) ids.push(id)
    else bySearch.set(search, [id])
  }
  const texts: string[] = []
  const conditions: Condition[][] = []
  for (const search of bySearch.keys()) {
    const filters = await resolveSavedSearch(resolve, search)
    if (!filters) continue
    conditions.push(conditionsOf(filters))
    if (texts.push(search) % SEARCHES_AT_ONCE === 0) await othersFirst()
  }
  const first = await indexSearches(conditions).firstHouses(houses)
  return texts.flatMap((search, index): Found[] => {
    const at = houses[first[index] ?? -1]?.at
    return at ? (bySearch.get(search) ?? []).map((id) => ({ id, at })) : []
  })
}

/** The offered houses that a change can have brought into a search, by the time of the change. */
async function readHouses(db: Database, from: number, to: number) {
  const { prefecture, city, layout, place, signs, tags, moreTags, askedPrice } = listings
  const { buildingArea, landArea, constructionYear, latitude, longitude } = listings
  const { radiusMetres, airportMetres, seaMetres } = listings
  const columns = {
    ...{ prefecture, city, layout, place, signs, tags, moreTags, askedPrice, buildingArea },
    ...{ landArea, constructionYear, latitude, longitude, radiusMetres, airportMetres, seaMetres },
    ...STATED_BOUNDS,
  }
  const changed = db
    .select({ id: listingChanges.listingId, at: min(listingChanges.changedAt).as('at') })
    .from(listingChanges)
    .where(
      and(
        gt(listingChanges.id, from),
        lte(listingChanges.id, to),
        inArray(listingChanges.kind, [...KINDS_OF_SEARCHES]),
      ),
    )
    .groupBy(listingChanges.listingId)
    .as('changed')
  const rows = await db
    .select({ ...columns, at: changed.at })
    .from(changed)
    .innerJoin(listings, eq(listings.id, changed.id))
    .where(isOffered)
    .orderBy(asc(changed.at))
  return rows.flatMap(({ at, ...house }) => (at ? [{ ...(house satisfies House), at }] : []))
}

/** Marks the alerts about favorites that have changed. */
async function markFavorites(tx: Transaction, from: number, to: number) {
  const changed = tx
    .select({ userId: favorites.userId, at: min(listingChanges.changedAt).as('at') })
    .from(listingChanges)
    .innerJoin(favorites, eq(favorites.listingId, listingChanges.listingId))
    .where(and(gt(listingChanges.id, from), lte(listingChanges.id, to)))
    .groupBy(favorites.userId)
    .as('changed')
  await tx
    .update(alerts)
    .set({ sinceChange: firstChange(from), newsSince: firstTime(changed.at) })
    .from(changed)
    .where(and(eq(alerts.userId, changed.userId), sql`${alerts.searchId} is null`))
}

async function markSearches(tx: Transaction, found: Found[], from: number) {
  const ids = found.map(({ id }) => id)
  const times = found.map(({ at }) => at.toISOString())
  await tx.execute(sql`
    update ${alerts} set since_change = ${firstChange(from)}, news_since = ${firstTime(sql`found.at`)}
    from unnest(${sql.param(ids)}::text[], ${sql.param(times)}::timestamptz[]) as found (id, at)
    where ${alerts.id} = found.id
  `)
}

/** Until an alert has been told, it starts at the first batch of changes that concerns it. */
function firstChange(from: number) {
  return sql`case when ${alerts.newsSince} is null
    then greatest(${alerts.sinceChange}, ${from}) else ${alerts.sinceChange} end`
}

function firstTime(at: SQLWrapper) {
  return sql`coalesce(${alerts.newsSince}, ${at})`
}
