import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { toRequest } from '#contract/endpoint.ts'
import { type ListingPage, type ListingSearch, searchListings } from '#contract/listings.ts'
import type { createApp } from '#server/app.ts'
import { bumpRevision } from '#server/catalogue.ts'
import { type OpenDatabase, openDatabase } from '#server/db/database.ts'
import {
  generateListings,
  generateSearches,
  insertListings,
  insertPhotos,
} from '#tests/support/generated-listings.ts'
import { findPrograms, startCluster } from '#tests/support/postgres.ts'
import { type Line, type Measurement, median, percentile, time } from './measurement.ts'
import { addReader, type Reader } from './reader.ts'

const SEARCHES = 200
const ROUNDS = 3
const CONNECTIONS = 16
const LOAD_SECONDS = 3

interface Catalogue {
  name: string
  count: number
  /** Milliseconds that 95 of 100 searches may take, where there is a budget. */
  budget?: { warm: number; newFilter: number }
}

export async function measureSearch(): Promise<Line[]> {
  const millionBudget = { warm: 2, newFilter: 30 }
  return [
    ...(await onEmbedded({ name: '10 k, embedded', count: 10_000 })),
    ...(await onEmbedded({
      name: '100 k, embedded',
      count: 100_000,
      budget: { warm: 2, newFilter: 25 },
    })),
    ...(await onPostgres({ name: '1 M, PostgreSQL', count: 1_000_000, budget: millionBudget })),
  ]
}

async function onEmbedded(catalogue: Catalogue) {
  const directory = mkdtempSync(join(tmpdir(), 'engawa-search-'))
  const database = await openDatabase({ directory })
  try {
    return await measure(database, catalogue)
  } finally {
    await database.close()
    rmSync(directory, { recursive: true })
  }
}

async function onPostgres(catalogue: Catalogue): Promise<Line[]> {
  const programs = findPrograms()
  if (!programs)
    return [{ what: `Search, ${catalogue.name}`, skipped: 'PostgreSQL is not installed' }]
  const cluster = await startCluster(programs)
  const database = await openDatabase({ url: cluster.url })
  try {
    return await measure(database, catalogue)
  } finally {
    await database.close()
    await cluster.stop()
  }
}

async function measure(database: OpenDatabase, { name, count, budget }: Catalogue) {
  const { db } = database
  await insertListings(db, generateListings(count))
  await insertPhotos(db)
  await bumpRevision(db)
  await database.vacuum()
  const reader = await addReader(db)

  const searches = await withExistingPages([...generateSearches(SEARCHES)], reader)
  const times = await timeSearches(searches, reader)
  const http = await measureHttp(searches, reader)
  return [
    ...percentiles(`Search, ${name}, new filter`, times.newFilter, budget?.newFilter),
    ...percentiles(`Search, ${name}, known filter, next page`, times.nextPage),
    ...percentiles(`Search, ${name}, warm`, times.warm, budget?.warm),
    {
      what: `Search, ${name}, warm, HTTP, ${CONNECTIONS} connections`,
      value: http,
      unit: 'requests/s',
    },
  ] satisfies Measurement[]
}

function percentiles(what: string, times: number[], atMost?: number): Measurement[] {
  return [
    { what: `${what}, p50`, value: percentile(times, 0.5), unit: 'ms' },
    { what: `${what}, p95`, value: percentile(times, 0.95), unit: 'ms', ...(atMost && { atMost }) },
    { what: `${what}, p99`, value: percentile(times, 0.99), unit: 'ms' },
  ]
}

/** Asks the application, and reads the answer as a client would. */
async function ask(app: ReturnType<typeof createApp>, search: ListingSearch, { token }: Reader) {
  const { path, ...init } = toRequest(searchListings, search, token)
  const response = await app.request(path, init)
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
  return response.arrayBuffer()
}

/** The last page is known by its total only. */
async function withExistingPages(searches: ListingSearch[], reader: Reader) {
  const app = reader.startApp()
  const existing: ListingSearch[] = []
  for (const search of searches) {
    const answer = await ask(app, search, reader)
    const { total_pages }: ListingPage = JSON.parse(new TextDecoder().decode(answer))
    existing.push({ ...search, page: Math.max(1, Math.min(search.page, total_pages)) })
  }
  return existing
}

/** For each search the median of some rounds. */
async function timeSearches(searches: ListingSearch[], reader: Reader) {
  const times = { newFilter: [] as number[], nextPage: [] as number[], warm: [] as number[] }
  for (const search of searches) {
    const next = { ...search, page: search.page + 1 }
    const rounds = { newFilter: [] as number[], nextPage: [] as number[], warm: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      const app = reader.startApp()
      rounds.newFilter.push(await time(() => ask(app, search, reader)))
      rounds.nextPage.push(await time(() => ask(app, next, reader)))
      rounds.warm.push(await time(() => ask(app, search, reader)))
    }
    times.newFilter.push(median(rounds.newFilter))
    times.nextPage.push(median(rounds.nextPage))
    times.warm.push(median(rounds.warm))
  }
  return times
}

/** Answers a second, client and server in one process, every page having been asked for before. */
async function measureHttp(searches: ListingSearch[], reader: Reader) {
  const app = reader.startApp()
  for (const search of searches) await ask(app, search, reader)
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

  const end = performance.now() + LOAD_SECONDS * 1000
  let answers = 0
  async function keepAsking(first: number) {
    for (let index = first; performance.now() < end; index++) {
      const search = searches[index % searches.length]
      if (!search) return
      const { path, headers } = toRequest(searchListings, search, reader.token)
      const [response] = await once(get({ port, path, headers, agent }), 'response')
      await once(response.resume(), 'end')
      answers++
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => keepAsking(index * 10)))
  agent.destroy()
  server.close()
  return answers / LOAD_SECONDS
}
