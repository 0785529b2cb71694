import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { toRequest } from '#contract/endpoint.ts'
import {
  ListingFilters,
  type ListingPage,
  type ListingSearch,
  searchListings,
} from '#contract/listings.ts'
import type { createApp } from '#server/app.ts'
import { type Database, type DatabaseOptions, openDatabase } from '#server/db/database.ts'
import { readColumns } from '#server/listings/read-columns.ts'
import { generateSearches } from '#tests/support/generated-listings.ts'
import { findPrograms, startCluster } from '#tests/support/postgres.ts'
import { removeDirectory, temporaryDirectory } from '#tests/support/product.ts'
import { fillCatalogue } from './filled-catalogue.ts'
import { type Measurement, percentile, type Report, time } from './measurement.ts'
import { type Budgets, measurePlaceSearches } from './place-searches.ts'
import { collectGarbage } from './process-memory.ts'
import { logProgress } from './progress.ts'
import { addReader, type Reader } from './reader.ts'

const SEARCHES = 800
const ALL_LISTINGS = searchListings.input.parse({})

interface Catalogue {
  name: string
  count: number
  /** The budget for the 95th percentile in milliseconds, if there is one. */
  budget?: Budgets
}

export async function measureSearch(report: Report) {
  const millionBudget = { warm: 3, newFilter: 30, warmCounts: 2, newCounts: 30 }
  await onEmbedded({ name: '10 k, embedded', count: 10_000 }, report)
  await onEmbedded(
    {
      name: '100 k, embedded',
      count: 100_000,
      budget: { warm: 3, newFilter: 25, warmCounts: 2, newCounts: 15 },
    },
    report,
  )
  await onPostgres({ name: '1 M, PostgreSQL', count: 1_000_000, budget: millionBudget }, report)
}

async function onEmbedded(catalogue: Catalogue, report: Report) {
  const directory = temporaryDirectory()
  try {
    await measure({ directory }, catalogue, report)
  } finally {
    removeDirectory(directory)
  }
}

async function onPostgres(catalogue: Catalogue, report: Report) {
  const programs = findPrograms()
  if (!programs) {
    report({ what: `Search, ${catalogue.name}`, skipped: 'PostgreSQL is not installed' })
    return
  }
  const cluster = await startCluster(programs)
  try {
    await measure({ url: cluster.url }, catalogue, report)
  } finally {
    await cluster.stop()
  }
}

async function measure(
  options: DatabaseOptions,
  { name, count, budget }: Catalogue,
  report: Report,
) {
  logProgress(`Filling a catalogue of ${name}…`)
  await fillCatalogue(options, count)
  const { db, close } = await openDatabase(options)
  try {
    const reader = await addReader(db)
    report(...(await measureColumns(db, name)))
    const searches = withOwnFilters([...generateSearches(SEARCHES)])
    const times = await timeSearches(await withExistingPages(searches, reader), reader)
    report(
      ...percentiles(`Search, ${name}, new filter`, times.newFilter, budget?.newFilter),
      ...percentiles(`Search, ${name}, known filter, next page`, times.nextPage),
      ...percentiles(`Search, ${name}, known filter, page in the middle`, times.middlePage),
      ...percentiles(`Search, ${name}, warm`, times.warm, budget?.warm),
    )
    report(...(await measurePlaceSearches(name, reader, budget)))
  } finally {
    await close()
  }
}

function percentiles(what: string, times: number[], atMost?: number): Measurement[] {
  const line = (share: number): Measurement => ({
    what: `${what}, p${share * 100}`,
    value: percentile(times, share),
    unit: 'ms',
    repeats: partsOf(times).map((part) => percentile(part, share)),
  })
  return [line(0.5), { ...line(0.95), ...(atMost && { atMost }) }, line(0.99)]
}

/** Splits the times into three samples. The difference between them shows the noise. */
function partsOf(times: number[]) {
  return [0, 1, 2].map((first) => times.filter((_, index) => index % 3 === first))
}

/** Sends a search as a browser would, and reads the whole response. */
async function send(
  app: ReturnType<typeof createApp>,
  search: ListingSearch,
  { token }: Reader,
  encoding = 'br',
) {
  const { path, headers, ...init } = toRequest(searchListings, search, token)
  const response = await app.request(path, {
    ...init,
    headers: { ...headers, 'accept-encoding': encoding },
  })
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
  return response.arrayBuffer()
}

/**
 * A search that finds at least one page, and the number of its middle page, which is farthest from
 * both ends.
 */
interface ExistingSearch {
  search: ListingSearch
  middlePage: number
}

/**
 * If a search asks for a page after its last page, replaces the page number with the number of the
 * last page. Only a response contains the number of pages, so this function runs each search once.
 */
async function withExistingPages(searches: ListingSearch[], reader: Reader) {
  const app = reader.startApp()
  const existing: ExistingSearch[] = []
  for (const search of searches) {
    const answer = await send(app, search, reader, 'identity')
    const { total_pages }: ListingPage = JSON.parse(new TextDecoder().decode(answer))
    const page = Math.max(1, Math.min(search.page, total_pages))
    existing.push({ search: { ...search, page }, middlePage: Math.ceil(total_pages / 2) || 1 })
  }
  return existing
}

/**
 * Measures four requests for each search on a warm server. The first request has filters that are
 * new to the server. The second is for the next page, and the third is for the middle page. The
 * fourth repeats the first.
 */
async function timeSearches(searches: ExistingSearch[], reader: Reader) {
  const app = reader.startApp()
  const times: Record<'newFilter' | 'nextPage' | 'middlePage' | 'warm', number[]> = {
    newFilter: [],
    nextPage: [],
    middlePage: [],
    warm: [],
  }
  // A search for all listings makes the server load its in-memory columns, which it uses to count
  // totals. So no measured search waits for these columns.
  await send(app, ALL_LISTINGS, reader)
  await reader.settled()
  for (const { search, middlePage } of searches) {
    const next = { ...search, page: search.page + 1 }
    const middle = { ...search, page: middlePage }
    times.newFilter.push(await time(() => send(app, search, reader)))
    times.nextPage.push(await time(() => send(app, next, reader)))
    times.middlePage.push(await time(() => send(app, middle, reader)))
    times.warm.push(await time(() => send(app, search, reader)))
  }
  return times
}

/**
 * Keeps one search for each set of filters. A second search with the same filters would use the
 * cached total of the first search, so its measured time would be too short.
 */
function withOwnFilters(searches: ListingSearch[]) {
  const byFilters = searches.map(
    (search) => [JSON.stringify(ListingFilters.parse(search)), search] as const,
  )
  return [...new Map(byFilters).values()]
}

/** Measures the cost of loading the in-memory columns, with which the server counts totals. */
async function measureColumns(db: Database, name: string): Promise<Measurement[]> {
  const what = `Columns of ${name}`
  const pauses = monitorEventLoopDelay({ resolution: 1 })
  const before = await arrayBufferBytes()
  let read: unknown
  pauses.enable()
  const duration = await time(async () => {
    read = await readColumns(db)
  })
  pauses.disable()
  const held = (await arrayBufferBytes()) - before
  if (!read) throw new Error('The catalogue changed while it was read')
  return [
    { what: `${what}, read into memory`, value: duration / 1000, unit: 's' },
    { what: `${what}, longest pause of the server meanwhile`, value: pauses.max / 1e6, unit: 'ms' },
    { what: `${what}, memory`, value: held / 1e6, unit: 'MB' },
  ]
}

/**
 * Collects garbage, then returns the memory of all array buffers in bytes. Collects twice, because
 * V8 frees the array buffers of an earlier catalogue some time after their owners.
 */
async function arrayBufferBytes() {
  for (let time = 0; time < 2; time++) {
    collectGarbage()
    await setTimeout(100)
  }
  return process.memoryUsage().arrayBuffers
}
