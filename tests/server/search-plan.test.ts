import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { ListingSearch } from '#contract/listings.ts'
import { withPriceBounds } from '#search/price-bounds.ts'
import type { Database } from '#server/db/database.ts'
import { countQuery } from '#server/listings/count.ts'
import { matching } from '#server/listings/matching.ts'
import { pageQuery } from '#server/listings/search.ts'
import { RATES } from '#tests/support/any-filters.ts'
import { testDatabase } from '#tests/support/database.ts'
import { generateListings, insertListings } from '#tests/support/generated-listings.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
  await withoutIndexes(db, () => insertListings(db, generateListings(25_000)))
  // The test server commits asynchronously. Without a checkpoint, vacuum could not mark the new
  // rows as visible to all, and index-only scans would read the table.
  await db.execute(sql`checkpoint`)
  await db.execute(sql`vacuum analyze listings`)
}, 180_000)

const CHEAPEST = { sort_by: 'sale_price', sort_order: 'asc' }
const DEAREST = { sort_by: 'sale_price', sort_order: 'desc' }
const TOTTORI = { prefecture: 'tottori' }
const CITY = { prefecture: 'hokkaido', city: '大川松市' }

test.each([
  ['the newest', {}, 'newest'],
  ['the oldest', { sort_order: 'asc' }, 'newest'],
  ['the cheapest', CHEAPEST, 'cheapest'],
  ['the dearest', DEAREST, 'dearest'],
  ['the newest of a prefecture', TOTTORI, 'prefecture_newest'],
  ['the cheapest of a prefecture', { ...TOTTORI, ...CHEAPEST }, 'prefecture_cheapest'],
  // The two indexes cost about the same here, so the planner's choice depends on the random sample
  // of ANALYZE.
  ['the dearest of a prefecture', { ...TOTTORI, ...DEAREST }, '(prefecture_cheapest|dearest)'],
  ['the newest of a city', CITY, 'city_newest'],
  ['the newest up to a price', { sale_price_max: 50_000 }, 'newest'],
  ['the cheapest from a price', { sale_price_min: 10_000, ...CHEAPEST }, 'cheapest'],
  [
    'the newest of a prefecture up to a price',
    { ...TOTTORI, sale_price_max: 50_000 },
    'prefecture_newest',
  ],
  // For a larger catalogue, the planner chooses the index `newest`.
  ['the newest of a region', { region: 'chubu', sea_max: 2 }, '(prefecture_)?newest'],
  ['the dearest of a region', { region: 'chubu', ...DEAREST }, 'dearest'],
  ['the newest of a prefecture with a layout', { ...TOTTORI, layout: '4LDK' }, 'prefecture_newest'],
])('the database finds and counts %s without reading every listing', async (_, input, index) => {
  const search = withPriceBounds(ListingSearch.parse(input), RATES)
  const window = { limit: 20, offset: 20, from: 'start' } as const
  const page = await explain(pageQuery(db, matching(search), search, window).getSQL())
  expect(page).toMatch(new RegExp(`Index Only Scan (Backward )?using listings_${index}`))
  expect(page).not.toContain('Seq Scan on listings')

  const count = await explain(countQuery(db, search).getSQL())
  expect(count).toContain('Index Only Scan')
  expect(count).not.toContain('Seq Scan on listings')
})

async function explain(query: SQL) {
  const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/**
 * Building the indexes once is much faster than updating them for each row, so drop them during the
 * load.
 */
async function withoutIndexes(db: Database, load: () => Promise<void>) {
  const { rows } = await db.execute<{ name: string; definition: string }>(sql`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'listings' and indexname <> 'listings_pkey'
  `)
  for (const { name } of rows) await db.execute(sql`drop index ${sql.identifier(name)}`)
  await load()
  for (const { definition } of rows) await db.execute(sql.raw(definition))
}
