import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Query } from 'drizzle-orm'
import type { Pool } from 'pg'
import { toRequest } from '#contract/endpoint.ts'
import { ListingSearch, searchListings } from '#contract/listings.ts'
import { bumpRevision } from '#server/catalogue.ts'
import { matching } from '#server/conditions.ts'
import { type Database, type DatabaseOptions, openDatabase } from '#server/db/database.ts'
import { countMatching, pageQuery, windowOf } from '#server/search.ts'
import {
  generateListings,
  generateSearches,
  insertListings,
  insertPhotos,
} from '#tests/support/generated-listings.ts'
import { findPrograms, startCluster } from '#tests/support/postgres.ts'
import { spawnServer } from '#tests/support/server-process.ts'
import type { Answer } from './bare-server.ts'
import { type Line, type Measurement, percentile } from './measurement.ts'
import { addReader } from './reader.ts'

const LISTINGS = 100_000
const SEARCHES = 200
const CONNECTIONS = 16
const ROUNDS = 3
const ROUND_SECONDS = 2
const BARE_SERVER = fileURLToPath(new URL('./bare-server.ts', import.meta.url))

/** Does the `index`th of the things that are done again and again. */
type Ask = (index: number) => Promise<unknown>

interface Search {
  path: string
  /** What finds its page, and nothing else. */
  page: Query
}

/**
 * The search mix over HTTP, beside what is there without the product: a bare server that sends the
 * same bytes, the same pages found by bare SQL, and a query that does nothing. They take turns.
 */
export async function measureThroughput(): Promise<Line[]> {
  return [...(await onEmbedded()), ...(await onPostgres())]
}

async function onEmbedded() {
  const directory = mkdtempSync(join(tmpdir(), 'engawa-throughput-'))
  try {
    return await measure('embedded', { directory, share: true }, { DATA_DIR: directory })
  } finally {
    rmSync(directory, { recursive: true })
  }
}

async function onPostgres(): Promise<Line[]> {
  const programs = findPrograms()
  if (!programs) return [{ what: 'Throughput, PostgreSQL', skipped: 'it is not installed' }]
  const cluster = await startCluster(programs)
  const directory = mkdtempSync(join(tmpdir(), 'engawa-throughput-'))
  try {
    const variables = { DATA_DIR: directory, DATABASE_URL: cluster.url }
    return await measure('PostgreSQL', { url: cluster.url }, variables)
  } finally {
    await cluster.stop()
    rmSync(directory, { recursive: true })
  }
}

async function measure(name: string, options: DatabaseOptions, variables: Record<string, string>) {
  const { searches, token } = await prepare(options)
  const server = spawnServer({
    SAMPLE_DATA: 'off',
    DEMO_ACCOUNTS: 'off',
    AVIF_COPIES: 'off',
    ...variables,
  })
  const { port } = await server.started()
  const database = await openDatabase(options)
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const answers = new Map<string, Answer>()
  const fetchFrom = async (port: number, { path }: Search) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }
    const [response]: IncomingMessage[] = await once(
      get({ host: '127.0.0.1', port, path, headers, agent }),
      'response',
    )
    if (response?.statusCode !== 200) throw new Error(`${path}: ${response?.statusCode}`)
    return { headers: response.headers, body: await buffer(response) }
  }
  for (const search of searches) answers.set(search.path, await fetchFrom(port, search))
  const bare = await startBareServer(answers)
  // Without the layer that writes queries.
  const { $client } = database.db as Database & { $client: Pool }
  const each = (ask: (search: Search) => Promise<unknown>) => async (index: number) => {
    const search = searches[index % searches.length]
    if (search) await ask(search)
  }
  try {
    return toLines(
      name,
      await takeTurns({
        product: each((search) => fetchFrom(port, search)),
        bare: each((search) => fetchFrom(bare.port, search)),
        sql: each(({ page }) => $client.query(page.sql, page.params)),
        nothing: () => $client.query('select 1'),
      }),
    )
  } finally {
    agent.destroy()
    bare.stop()
    await database.close()
    server.signal('SIGTERM')
    await server.exited
  }
}

/** Fills a new database, and says what will be asked of it and by whom. */
async function prepare(options: DatabaseOptions) {
  const { db, vacuum, close } = await openDatabase(options)
  await insertListings(db, generateListings(LISTINGS))
  await insertPhotos(db)
  await bumpRevision(db)
  await vacuum()
  const { token } = await addReader(db)
  const searches: Search[] = []
  for (const search of generateSearches(SEARCHES)) searches.push(await toSearch(db, search))
  await close()
  return { searches, token }
}

/** A search of a page that exists; the last one is known by the total only. */
async function toSearch(db: Database, search: ListingSearch): Promise<Search> {
  const total = await countMatching(db, search)
  const page = Math.max(1, Math.min(search.page, Math.ceil(total / search.limit)))
  const existing = ListingSearch.parse({ ...search, page })
  const window = windowOf(existing, total) ?? { offset: 0, limit: existing.limit, fromEnd: false }
  return {
    path: toRequest(searchListings, existing).path,
    page: pageQuery(db, matching(existing), existing, window).toSQL(),
  }
}

async function startBareServer(answers: Map<string, Answer>) {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', BARE_SERVER], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  child.send(answers)
  const [port]: number[] = await once(child, 'message')
  if (port === undefined) throw new Error('The bare server did not start')
  return { port, stop: () => child.kill() }
}

type Name = 'product' | 'bare' | 'sql' | 'nothing'
type Times = Record<Name, number[]>

/** Milliseconds that each time took, of some rounds in which all have a turn. */
async function takeTurns(all: Record<Name, Ask>): Promise<Times> {
  const times: Times = { product: [], bare: [], sql: [], nothing: [] }
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of Object.keys(all) as Name[]) times[name].push(...(await load(all[name])))
  }
  return times
}

async function load(ask: Ask) {
  const times: number[] = []
  const end = performance.now() + ROUND_SECONDS * 1000
  async function keepAsking(connection: number) {
    for (let index = connection * CONNECTIONS; ; index++) {
      const start = performance.now()
      if (start > end) return
      await ask(index)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => keepAsking(connection)))
  return times
}

function toLines(name: string, { product, bare, sql, nothing }: Times): Measurement[] {
  const what = `Search mix, 100 k, ${name}, ${CONNECTIONS} connections`
  return [
    { ...rate(what, product), floor: rateOf(bare) },
    ...[0.5, 0.95, 0.99].map((share) => ({
      what: `${what}, p${share * 100}`,
      value: percentile(product, share),
      unit: 'ms' as const,
      floor: percentile(bare, share),
    })),
    rate(`${what}: bare node:http with the same bytes`, bare),
    rate(`${what}: the same pages in bare SQL`, sql),
    rate(`${what}: SELECT 1`, nothing),
  ]
}

function rate(what: string, times: number[]): Measurement {
  return { what, value: rateOf(times), unit: 'requests/s' }
}

function rateOf(times: number[]) {
  return times.length / (ROUNDS * ROUND_SECONDS)
}
