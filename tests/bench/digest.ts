import { eq } from 'drizzle-orm'
import { toRequest } from '#contract/endpoint.ts'
import { ListingSearch, searchListings } from '#contract/listings.ts'
import { MAX_SAVED_SEARCHES } from '#contract/saved-searches.ts'
import { matchChanges } from '#server/alerts/match-changes.ts'
import { sendDigest } from '#server/alerts/send-digest.ts'
import type { Database } from '#server/db/database.ts'
import { alerts, listings, savedSearches, toldChanges } from '#server/db/schema.ts'
import { openCatalogue } from '#server/listings/catalogue.ts'
import { openResolver } from '#server/listings/open-search.ts'
import { latestChange } from '#server/news/visits.ts'
import { fixedRates } from '#server/rates/fixed-rates.ts'
import { publishPrices } from './matching.ts'
import { medianOf, processorTime, type Report } from './measurement.ts'
import { addReader } from './reader.ts'

const HOUSES = 50
const ROUNDS = 15
const USER_ID = 'reader'

/**
 * Compares the time of a digest mail with the time of one page of results, which no one has asked
 * for before, and whose houses are not cached. The two take turns.
 */
export async function measureDigest(db: Database, report: Report) {
  const reader = await addReader(db)
  const app = reader.startApp()
  let asked = 0
  async function readPage() {
    asked += 1
    const search = ListingSearch.parse({ sale_price_max: 900_000 + asked, page: asked })
    const { path, headers, ...init } = toRequest(searchListings, search, reader.token)
    const encoding = { 'accept-encoding': 'br' }
    const response = await app.request(path, { ...init, headers: { ...headers, ...encoding } })
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
    await response.arrayBuffer()
  }
  const rates = { current: () => fixedRates(150) }
  const resolve = openResolver({ db, catalogue: openCatalogue(db), rates })
  const now = () => new Date()
  const services = { db, resolve, rates, now, siteUrl: () => 'http://localhost' }

  const before = await latestChange(db)
  const houses = await db.select({ id: listings.id }).from(listings).limit(HOUSES)
  await publishPrices(
    db,
    houses.map(({ id }) => id),
  )
  const matched = await matchChanges(services)
  // The server loads its columns into memory, so that no measured page waits for them.
  await readPage()
  await reader.settled()

  for (const count of [1, MAX_SAVED_SEARCHES]) {
    await setAlerts(db, count)
    const times = { page: [] as number[], digest: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      await db.delete(toldChanges)
      await db.update(alerts).set({ sinceChange: before, newsSince: new Date(0) })
      times.page.push(await processorTime(readPage))
      const digest = { userId: USER_ID, rhythm: 'daily', matched } as const
      times.digest.push(await processorTime(() => sendDigest(services, digest)))
      if ((await db.$count(toldChanges)) !== HOUSES) throw new Error('The digest misses houses')
    }
    const what = `Digest of ${HOUSES} houses for ${count === 1 ? '1 search' : `${count} searches`}`
    report(
      { what: `One page of results, beside the next line`, ...medianOf(times.page), unit: 'ms' },
      { what, ...medianOf(times.digest), unit: 'ms' },
      {
        what: `${what}, in pages of results`,
        ...medianOf(times.digest.map((digest, round) => digest / (times.page[round] ?? 0))),
        unit: '',
        atMost: 5,
      },
    )
  }
  await db.delete(savedSearches).where(eq(savedSearches.userId, USER_ID))
}

/** Replaces the alerts of the person. Each alert is about a search that finds every house. */
async function setAlerts(db: Database, count: number) {
  await db.delete(savedSearches).where(eq(savedSearches.userId, USER_ID))
  const searches = Array.from({ length: count }, (_, index) => ({
    ...{ id: `all-${index}`, userId: USER_ID, name: `All ${index}` },
    search: `sale_price_max=${90_000_000 + index}`,
  }))
  await db.insert(savedSearches).values(searches)
  await db.insert(alerts).values(
    searches.map(({ id }) => ({
      ...{ id, userId: USER_ID, searchId: id, sinceChange: 0 },
      ...{ rhythm: 'daily', channel: 'mail' },
    })) satisfies (typeof alerts.$inferInsert)[],
  )
}
