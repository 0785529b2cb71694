import { sql } from 'drizzle-orm'
import { writeSearch } from '#contract/saved-searches.ts'
import { type Condition, conditionsOf } from '#search/conditions.ts'
import { MARK_COLUMNS } from '#search/marks.ts'
import { indexHouses } from '#server/alerts/house-index.ts'
import { matchChanges, readHouses } from '#server/alerts/match-changes.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Database } from '#server/db/database.ts'
import { listings, savedSearches } from '#server/db/schema.ts'
import { publishChanges } from '#server/history/publish-changes.ts'
import { openCatalogue } from '#server/listings/catalogue.ts'
import { openResolver } from '#server/listings/open-search.ts'
import { readColumns } from '#server/listings/read-columns.ts'
import { resolveSavedSearch } from '#server/listings/saved-searches.ts'
import { latestChange } from '#server/news/visits.ts'
import { fixedRates } from '#server/rates/fixed-rates.ts'
import {
  generatedPlaces,
  generateListings,
  generateSearches,
} from '#tests/support/generated-listings.ts'
import { medianOf, processorTime, type Report, time } from './measurement.ts'
import { peakDuring } from './process-memory.ts'

export const HOUSES = 100_000
const CHANGES = 10_000
const SEARCHES = 100_000
/** A person can save fifty searches. */
const SEARCHES_OF_A_PERSON = 50
const ROUNDS = 9
/** A single pass is too short for a clock that counts processor time. */
const PASSES = 10
const ROWS_AT_ONCE = 5000
/** No mark has this bit. */
const UNUSED_BIT = 1 << 31
const MARKS = ['parking', '-septic-tank', 'onsen', 'mains-water,-no-bath', 'freehold']

/** Generated listings of which every value is known, so that a loose search finds all of them. */
export function* knownHouses() {
  for (const row of generateListings(HOUSES)) {
    const { radiusMetres, priceYen, priceCents } = row
    yield {
      ...row,
      priceYen: priceYen ?? (priceCents === null ? 5_000_000 : null),
      layout: row.layout ?? '4DK',
      buildingArea: row.buildingArea ?? 100,
      landArea: row.landArea ?? 300,
      constructionYear: row.constructionYear ?? 1970,
      radiusMetres: radiusMetres ?? 9000,
      stationMetres: row.stationMetres ?? 1000,
      shinkansenMetres: row.shinkansenMetres ?? 50_000,
      airportMetres: row.airportMetres ?? 50_000,
      seaMetres: row.seaMetres ?? 20_000,
    }
  }
}

/**
 * Compares the time of matching changes with saved searches with the time of one search that reads
 * every column and finds every house. The two take turns.
 */
export async function measureMatching(db: Database, report: Report) {
  const read = await readColumns(db)
  if (!read) throw new Error('The catalogue changed while it was read')
  const loose = await looseConditions(db)
  if (read.columns.count(loose) !== HOUSES) throw new Error('The loose search misses houses')

  const { matchedBefore, latest } = await addChanges(db)
  const houses = await readHouses(db, matchedBefore, latest)
  const services = { db, catalogue: openCatalogue(db), rates: { current: () => fixedRates(150) } }
  const resolve = openResolver(services)
  const searches: Condition[][] = []
  for (const search of differentSearches()) {
    const filters = await resolveSavedSearch(resolve, search)
    if (filters) searches.push(conditionsOf(filters))
  }

  const times = { pass: [] as number[], matching: [] as number[] }
  let found = 0
  for (let round = 0; round < ROUNDS; round++) {
    times.pass.push(
      (await processorTime(() => {
        for (let pass = 0; pass < PASSES; pass++) read.columns.count(loose)
      })) / PASSES,
    )
    times.matching.push(
      await processorTime(() => {
        const index = indexHouses(houses)
        found = searches.filter((conditions) => index.mayFind(conditions)).length
      }),
    )
  }
  const amount = `${CHANGES / 1000} k changes × ${SEARCHES / 1000} k searches`
  report(
    {
      what: `One pass of the columns of ${HOUSES / 1000} k houses`,
      ...medianOf(times.pass),
      unit: 'ms',
    },
    { what: `Matching ${amount}`, ...medianOf(times.matching), unit: 'ms' },
    {
      what: `Matching ${amount}, in passes of the columns`,
      ...medianOf(times.matching.map((matching, round) => matching / (times.pass[round] ?? 0))),
      unit: '',
      atMost: 20,
    },
    { what: `Matching ${amount}, share of searches found`, value: found / SEARCHES, unit: '' },
  )
  await addAlerts(db)
  await db.execute(sql`update alert_progress set matched_change = ${matchedBefore}`)
  const rss = () => process.memoryUsage.rss() / 1e6
  const before = rss()
  let duration = 0
  const peak = await peakDuring(
    time(() => matchChanges({ ...services, resolve, now: () => new Date() })).then((ms) => {
      duration = ms
    }),
    rss,
  )
  report(
    { what: `Matching ${amount}, with the database`, value: duration / 1000, unit: 's' },
    {
      what: `Matching ${amount}, memory that it adds`,
      value: (peak ?? rss()) - before,
      unit: 'MB',
      atMost: 400,
    },
  )
}

/** The conditions of a search that reads every column of every house, and finds all houses. */
async function looseConditions(db: Database): Promise<Condition[]> {
  const textsOf = async (column: typeof listings.city | typeof listings.layout) => {
    const rows = await db.selectDistinct({ text: column }).from(listings)
    return rows.flatMap(({ text }) => text ?? [])
  }
  const all = { min: 0, max: 2 ** 40 }
  return [
    { column: 'city', among: await textsOf(listings.city) },
    { column: 'layout', among: await textsOf(listings.layout) },
    ...MARK_COLUMNS.map((column) => ({ column, mask: UNUSED_BIT, wanted: 0 })),
    ...conditionsOf({
      price: { yen: all, cents: all },
      ...{ building_area_min: 0, land_area_min: 0 },
      ...{ construction_year_min: 0, construction_year_max: 9999 },
      ...{ station_max: 9999, shinkansen_max: 9999, airport_max: 9999, sea_max: 9999 },
      area: '20,120,50,150',
    }),
  ]
}

/** Adds a change of each of many houses. Returns the ids of the changes before them and of the last. */
async function addChanges(db: Database) {
  const matchedBefore = await latestChange(db)
  const houses = await db.select({ id: listings.id }).from(listings).limit(CHANGES)
  await publishPrices(
    db,
    houses.map(({ id }) => id),
  )
  return { matchedBefore, latest: await latestChange(db) }
}

/** Adds a lower price of each house to the history. */
export async function publishPrices(db: Database, ids: string[]) {
  const change = { kind: 'price', changedAt: new Date() } as const
  const prices = { before: { priceYen: 5_800_000 }, after: { priceYen: 4_800_000 } }
  const changes = ids.map((listingId) => ({ ...change, ...prices, listingId }))
  await db.transaction((tx) => publishChanges(tx, changes, ids))
}

/** Different searches: most of them by place and price, and many by a distance or a mark. */
function* differentSearches() {
  const codes = new Map(
    generatedPlaces().map(({ prefecture, english, code }) => [`${prefecture}/${english}`, code]),
  )
  const seen = new Set<string>()
  let index = 0
  for (const { page: _, limit: __, city, ...search } of generateSearches(10 * SEARCHES)) {
    index += 1
    const place = city && codes.get(`${search.prefecture}/${city}`)
    const text = writeSearch({
      ...search,
      ...(place && { prefecture: undefined, place }),
      ...(index % 7 === 0 && { sea_max: 1 + (index % 30) }),
      ...(index % 8 === 0 && { station_max: 1 + (index % 10) }),
      ...(index % 9 === 0 && { marks: MARKS[index % MARKS.length] }),
    })
    if (seen.has(text)) continue
    yield text
    seen.add(text)
    if (seen.size === SEARCHES) return
  }
}

/** People with as many alerts about searches as a person can have. */
async function addAlerts(db: Database) {
  const people = SEARCHES / SEARCHES_OF_A_PERSON
  await db.execute(sql`
    insert into users (id, name, email, role, password_hash)
    select 'p' || n, 'Person', n || '@example.com', 'user', '' from generate_series(0, ${people}) as n
  `)
  const createdAt = new Date()
  const saved = [...differentSearches()].map((search, index) => {
    const userId = `p${Math.floor(index / SEARCHES_OF_A_PERSON)}`
    return { id: `s${index}`, userId, name: 'Houses', search, createdAt }
  })
  for (let start = 0; start < saved.length; start += ROWS_AT_ONCE) {
    await db.execute(bulkInsert(savedSearches, saved.slice(start, start + ROWS_AT_ONCE)))
  }
  await db.execute(sql`
    insert into alerts (id, user_id, search_id, rhythm, channel, since_change)
    select id, user_id, id, 'daily', 'mail', 0 from saved_searches where id like 's%'
    on conflict do nothing
  `)
}
