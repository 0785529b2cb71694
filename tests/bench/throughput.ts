import { Agent } from 'node:http'
import type { Query } from 'drizzle-orm'
import type { Pool } from 'pg'
import { toRequest } from '#contract/endpoint.ts'
import { ListingSearch, searchListings } from '#contract/listings.ts'
import { withPriceBounds } from '#search/price-bounds.ts'
import { type Database, type DatabaseOptions, openDatabase } from '#server/db/database.ts'
import { countMatching } from '#server/listings/count.ts'
import { matching } from '#server/listings/matching.ts'
import { fromStart, pageQuery, windowOf } from '#server/listings/search.ts'
import { RATES } from '#tests/support/any-filters.ts'
import { generateSearches } from '#tests/support/generated-listings.ts'
import { findPrograms, startCluster } from '#tests/support/postgres.ts'
import { removeDirectory, temporaryDirectory } from '#tests/support/product.ts'
import { spawnServer } from '#tests/support/server-process.ts'
import type { Answer } from './bare-server.ts'
import { fillCatalogue } from './filled-catalogue.ts'
import { fetchResponse, withBareServer } from './http-client.ts'
import { CONNECTIONS, runClosedLoop, type SendRequest } from './load.ts'
import { type Line, type Measurement, medianOf, percentile, type Report } from './measurement.ts'
import { logProgress } from './progress.ts'
import { addReader } from './reader.ts'

const LISTINGS = 100_000
const SEARCHES = 200
/**
 * The number of different searches. The rounds are too short to send all of them, so no search
 * repeats.
 */
const NEW_SEARCHES = 30_000
const SEED_OF_NEW_SEARCHES = 3
const ROUNDS = 3
const ROUND_SECONDS = 2

interface Search {
  path: string
  /** The SQL query for the ids of the page, without the total. */
  ids: Query
}

/**
 * Measures five loads, which take turns. The first load is the search mix over HTTP. The mix
 * repeats, so caches answer most of it. Three loads are lower bounds for the mix: a bare server
 * that sends the same bytes, bare SQL for the ids of the same pages, and a query that does nothing. The last
 * load sends each search only once, so the cache of responses answers none of it.
 */
export async function measureThroughput(report: Report) {
  report(...(await onEmbedded()))
  report(...(await onPostgres()))
}

async function onEmbedded() {
  const directory = temporaryDirectory()
  try {
    return await measure('embedded', { directory, share: true }, { DATA_DIR: directory })
  } finally {
    removeDirectory(directory)
  }
}

async function onPostgres(): Promise<Line[]> {
  const programs = findPrograms()
  if (!programs) return [{ what: 'Throughput, PostgreSQL', skipped: 'it is not installed' }]
  const cluster = await startCluster(programs)
  const directory = temporaryDirectory()
  try {
    const variables = { DATA_DIR: directory, DATABASE_URL: cluster.url }
    return await measure('PostgreSQL', { url: cluster.url }, variables)
  } finally {
    await cluster.stop()
    removeDirectory(directory)
  }
}

async function measure(name: string, options: DatabaseOptions, variables: Record<string, string>) {
  logProgress(`Filling a catalogue, ${name}…`)
  const { searches, token } = await prepare(options)
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }
  const each = (send: (search: Search) => Promise<unknown>) => async (index: number) => {
    const search = searches[index % searches.length]
    if (search) await send(search)
  }
  return withServer(variables, async (port) => {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    const newPaths = newSearchPaths(searches)
    const sendTo = (port: number, { path }: Pick<Search, 'path'>) =>
      fetchResponse({ port, path, headers, agent })
    try {
      const answers = new Map<string, Answer>()
      for (const search of searches) answers.set(search.path, await sendTo(port, search))
      return await withBareServer(answers, (barePort) =>
        withPool(options, async (pool) => {
          const rounds = await runInterleaved({
            product: each((search) => sendTo(port, search)),
            bare: each((search) => sendTo(barePort, search)),
            sql: each(({ ids }) => pool.query(ids.sql, ids.params)),
            nothing: () => pool.query('select 1'),
            fresh: () => sendTo(port, { path: newPaths.next().value ?? '' }),
          })
          return toLines(name, rounds)
        }),
      )
    } finally {
      agent.destroy()
    }
  })
}

/** Fills a new database. Returns the searches, and the token of the person who sends them. */
async function prepare(options: DatabaseOptions) {
  await fillCatalogue(options, LISTINGS)
  const { db, close } = await openDatabase(options)
  const { token } = await addReader(db)
  const searches: Search[] = []
  for (const search of generateSearches(SEARCHES)) searches.push(await toSearch(db, search))
  await close()
  return { searches, token }
}

/**
 * If a search asks for a page after its last page, replaces the page number with the last page. The
 * last page depends on the total.
 */
async function toSearch(db: Database, search: ListingSearch): Promise<Search> {
  const total = await countMatching(db, withPriceBounds(search, RATES))
  const page = Math.max(1, Math.min(search.page, Math.ceil(total / search.limit)))
  const existing = ListingSearch.parse({ ...search, page })
  const window = windowOf(existing, total) ?? fromStart(existing.limit)
  return {
    path: toRequest(searchListings, existing).path,
    ids: pageQuery(db, matching(withPriceBounds(existing, RATES)), existing, window).toSQL(),
  }
}

/** Generates the paths of new searches. Each path occurs once, and no path is among `known`. */
function* newSearchPaths(known: Search[]) {
  const seen = new Set(known.map(({ path }) => path))
  for (const search of generateSearches(NEW_SEARCHES, SEED_OF_NEW_SEARCHES)) {
    const { path } = toRequest(searchListings, search)
    if (seen.has(path)) continue
    seen.add(path)
    yield path
  }
}

async function withServer<T>(
  variables: Record<string, string>,
  use: (port: number) => Promise<T>,
): Promise<T> {
  const server = spawnServer({
    SAMPLE_DATA: 'off',
    DEMO_ACCOUNTS: 'off',
    AVIF_COPIES: 'off',
    ...variables,
  })
  try {
    return await use((await server.started()).port)
  } finally {
    server.signal('SIGTERM')
    await server.exited
  }
}

/**
 * Opens a database and passes its connection pool to `use`. Requests through the pool skip the
 * query builder (Drizzle).
 */
async function withPool<T>(options: DatabaseOptions, use: (pool: Pool) => Promise<T>) {
  const { db, close } = await openDatabase(options)
  try {
    return await use((db as Database & { $client: Pool }).$client)
  } finally {
    await close()
  }
}

type Name = 'product' | 'bare' | 'sql' | 'nothing' | 'fresh'
/** Response times in milliseconds, one list per round. */
type Rounds = number[][]

/** Runs all five loads in each round, so that other programs slow down all five loads alike. */
async function runInterleaved(all: Record<Name, SendRequest>) {
  const rounds: Record<Name, Rounds> = { product: [], bare: [], sql: [], nothing: [], fresh: [] }
  for (let round = 0; round < ROUNDS; round++) {
    logProgress(`Round ${round + 1} of ${ROUNDS}…`)
    for (const name of Object.keys(all) as Name[]) {
      rounds[name].push(await runClosedLoop(all[name], ROUND_SECONDS * 1000))
    }
  }
  return rounds
}

function toLines(name: string, { product, bare, sql, nothing, fresh }: Record<Name, Rounds>) {
  const what = `Search mix, 100 k, ${name}, ${CONNECTIONS} connections`
  return [
    { ...rate(what, product), floor: rate(what, bare).value },
    ...[0.5, 0.95, 0.99].map((share) => ({
      ...latency(what, product, share),
      floor: latency(what, bare, share).value,
    })),
    rate(`${what}: bare node:http with the same bytes`, bare),
    rate(`${what}: the ids of the same pages in bare SQL`, sql),
    rate(`${what}: SELECT 1`, nothing),
    rate(`${what}: searches never asked before`, fresh),
    latency(`${what}: searches never asked before`, fresh, 0.95),
  ]
}

function rate(what: string, rounds: Rounds): Measurement {
  const rates = rounds.map((times) => times.length / ROUND_SECONDS)
  return { what, ...medianOf(rates), unit: 'requests/s' }
}

function latency(what: string, rounds: Rounds, share: number): Measurement {
  return {
    what: `${what}, p${share * 100}`,
    value: percentile(rounds.flat(), share),
    unit: 'ms',
    repeats: rounds.map((times) => percentile(times, share)),
  }
}
