import { UTCDate } from '@date-fns/utc/date'
import { startOfMonth } from 'date-fns/startOfMonth'
import {
  and,
  count,
  countDistinct,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Overview } from '#contract/overview.ts'
import { createCache } from '#server/concurrency/cache.ts'
import type { Database } from '../db/database.ts'
import { favorites, noteFields, ownPhotos, sources, subscriptions, users } from '../db/schema.ts'
import type { Catalogue } from '../listings/catalogue.ts'
import { countListings, type ListingNumbers } from './listing-numbers.ts'
import { countMonths, findCountedSince } from './months.ts'

interface OverviewServices {
  db: Database
  now: () => Date
  catalogue: Pick<Catalogue, 'revision'>
}

/**
 * Reads the numbers of the overview. The numbers of listings are cached until the catalogue's
 * revision changes. All other numbers are counted on each call.
 */
export function openOverview({ db, now, catalogue }: OverviewServices) {
  const counted = createCache<ListingNumbers>(1)

  return async function findOverview(): Promise<Overview> {
    const time = now()
    const revision = await catalogue.revision()
    const { offeredBy, ...ofListings } = await counted.get(String(revision), () =>
      countListings(db),
    )
    return {
      at: time.toISOString(),
      users: await countUsers(db, time),
      subscriptions: await countSubscriptions(db, time),
      months: await countMonths(db, time),
      counted_since: (await findCountedSince(db))?.toISOString() ?? null,
      favorites: await countFavorites(db),
      notes: await countNotes(db),
      own_photos: await countOwnPhotos(db),
      ...ofListings,
      sources: (await findSources(db)).map(({ name, importedAt }) => ({
        name,
        imported_at: importedAt.toISOString(),
        offered: offeredBy.get(name) ?? 0,
      })),
    }
  }
}

async function countUsers(db: Database, now: Date) {
  const [counted] = await db
    .select({
      total: count(),
      new_this_month: countIf(gte(users.createdAt, startOfMonth(new UTCDate(now)))),
    })
    .from(users)
  return only(counted)
}

async function countSubscriptions(db: Database, now: Date) {
  const { status, paymentProvider, endsAt, stripeStatus, isPaused } = subscriptions
  const isActive = eq(status, 'active')
  const isLeft = gt(endsAt, now)
  const [counted] = await db
    .select({
      paid: countIf(and(isActive, ne(paymentProvider, 'manual'), eq(isPaused, false))),
      paused: countIf(and(isActive, ne(paymentProvider, 'manual'), isPaused)),
      given: countIf(and(isActive, eq(paymentProvider, 'manual'), or(isNull(endsAt), isLeft))),
      cancelled: countIf(and(eq(status, 'cancelled'), isLeft)),
      payment_failed: countIf(eq(stripeStatus, 'past_due')),
    })
    .from(subscriptions)
  return only(counted)
}

async function countFavorites(db: Database) {
  const byPerson = db
    .select({ favorites: count().as('favorites') })
    .from(favorites)
    .groupBy(favorites.userId)
    .as('by_person')
  const [counted] = await db
    .select({
      total: sql`coalesce(sum(${byPerson.favorites}), 0)`.mapWith(Number),
      people: count(),
    })
    .from(byPerson)
  return only(counted)
}

async function countNotes(db: Database) {
  const [counted] = await db
    .select({ total: count(), people: countDistinct(noteFields.userId) })
    .from(noteFields)
    .where(isNotNull(noteFields.value))
  return only(counted)
}

async function countOwnPhotos(db: Database) {
  const [counted] = await db
    .select({
      total: count(),
      people: countDistinct(ownPhotos.userId),
      bytes: sql`coalesce(sum(${ownPhotos.bytes}), 0)`.mapWith(Number),
    })
    .from(ownPhotos)
  return only(counted)
}

function findSources(db: Database) {
  return db.select().from(sources).orderBy(desc(sources.importedAt), sources.name)
}

function countIf(condition: SQL | undefined) {
  return sql`count(*) filter (where ${condition})`.mapWith(Number)
}

function only<T>(row: T | undefined) {
  if (!row) throw new Error('The database did not return the counts')
  return row
}
