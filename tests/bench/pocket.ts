import { sql } from 'drizzle-orm'
import { openCatalogueFile } from '#server/catalogue/catalogue-file.ts'
import type { Edition } from '#server/catalogue/editions.ts'
import { openBackground } from '#server/concurrency/background.ts'
import { type Database, type DatabaseOptions, openDatabase } from '#server/db/database.ts'
import { catalogueBlocks, catalogueEditions, listings } from '#server/db/schema.ts'
import { bumpRevision, isOneOf } from '#server/listings/catalogue.ts'
import { openRecords } from '#server/listings/record-json.ts'
import { readServerBuild } from '#tests/support/built-server.ts'
import { findPrograms, startCluster } from '#tests/support/postgres.ts'
import { removeDirectory, temporaryDirectory } from '#tests/support/product.ts'
import { fillCatalogue } from './filled-catalogue.ts'
import { type Line, medianOf, processorTime, type Report } from './measurement.ts'
import { measureDevice } from './pocket-device.ts'
import { neededMemory, peakDuring } from './process-memory.ts'
import { logProgress } from './progress.ts'

const HOUSES = 100_000
const FEW_HOUSES = 5_000
const CHANGED_SHARE = 0.01
const CHANGES = 5

/** Budgets in compressed bytes a house. */
const COLUMNS_BYTES = 120
const DETAILS_BYTES = 700
/** The share of all bytes that a device fetches after a change of {@link CHANGED_SHARE}. */
const FETCHED_PERCENT = 5
const BUILD_MEMORY_MB = 60

/**
 * Measures the catalogue for devices: its size, what the server and a device do after changes, and a
 * phone that searches in it.
 */
export async function measurePocket(report: Report) {
  await withCatalogue(FEW_HOUSES, async (_, options) => {
    await useFile(options, ({ file }) => file.make())
    await measureDevice(report, options, { houses: FEW_HOUSES, filterRatio: 1 / 3 })
  })
  await withCatalogue(HOUSES, async (name, options) => {
    await useFile(options, async ({ db, file }) => {
      const what = `Catalogue for devices, ${HOUSES / 1000} k, ${name}`
      report(...(await measureFirstBuild(what, db, file)))
      report(...(await measureChanges(what, db, file)))
    })
    await measureDevice(report, options, { houses: HOUSES, filterRatio: 1 / 2 })
  })
}

type Options = Pick<DatabaseOptions, 'url' | 'directory'>

/** Fills a database, on PostgreSQL if it is installed. Deletes it when `use` has finished. */
async function withCatalogue(
  houses: number,
  use: (name: string, options: Options) => Promise<unknown>,
) {
  const programs = findPrograms()
  const cluster = programs ? await startCluster(programs) : undefined
  const directory = cluster ? undefined : temporaryDirectory()
  const options = cluster ? { url: cluster.url } : { directory }
  try {
    const name = cluster ? 'PostgreSQL' : 'embedded'
    logProgress(`Filling a catalogue of ${houses} houses, ${name}…`)
    await fillCatalogue(options, houses)
    await use(name, options)
  } finally {
    await cluster?.stop()
    if (directory !== undefined) removeDirectory(directory)
  }
}

async function useFile(
  options: Options,
  use: (opened: { db: Database; file: File }) => Promise<unknown>,
) {
  const { db, close } = await openDatabase(options)
  try {
    await use({ db, file: openFile(db) })
  } finally {
    await close()
  }
}

type File = ReturnType<typeof openFile>

function openFile(db: Database) {
  const build = readServerBuild()
  const logError = (error: unknown) => console.error(error)
  const records = openRecords({ db, build, background: openBackground(logError), logError })
  const file = openCatalogueFile({ db, build, records, logError, now: () => new Date() })
  return {
    /** Makes the next edition. Returns its processor time in seconds. */
    async make() {
      // Make the records before, as a server at rest does. The build then only reads them.
      await records.drain()
      return (await processorTime(file.drain)) / 1000
    },
    async parts(): Promise<Edition['parts']> {
      return (await file.current())?.parts ?? []
    },
  }
}

async function measureFirstBuild(what: string, db: Database, file: File): Promise<Line[]> {
  const seconds = await file.make()
  // Reading the needed memory slows a build down, so it has a build of its own.
  await db.delete(catalogueEditions)
  await db.delete(catalogueBlocks)
  const before = neededMemory()
  const peak = await peakDuring(file.make(), neededMemory)
  const parts = await file.parts()
  const bytesOf = (tier: string) => sumBytes(parts.filter((part) => part.tier === tier))
  return [
    { ...bytes(`${what}: columns, a house`, bytesOf('columns') / HOUSES), atMost: COLUMNS_BYTES },
    { ...bytes(`${what}: details, a house`, bytesOf('details') / HOUSES), atMost: DETAILS_BYTES },
    { what: `${what}: places`, value: bytesOf('places') / 1000, unit: 'kB' },
    { what: `${what}: processor time of the first build`, value: seconds, unit: 's' },
    {
      what: `${what}: memory that the first build needs`,
      value: (peak ?? before) - before,
      ...{ unit: 'MB', atMost: BUILD_MEMORY_MB },
    },
  ]
}

/** Changes the prices of some houses, again and again. They are scattered over the whole catalogue. */
async function measureChanges(what: string, db: Database, file: File): Promise<Line[]> {
  const all = sumBytes(await file.parts())
  const times: number[] = []
  const fetched: number[] = []
  for (let round = 0; round < CHANGES; round++) {
    logProgress(`Change ${round + 1} of ${CHANGES}…`)
    const held = new Set((await file.parts()).map(({ hash }) => hash))
    await changePrices(db)
    times.push(await file.make())
    fetched.push(sumBytes((await file.parts()).filter(({ hash }) => !held.has(hash))))
  }
  const change = `${what}: a change of ${CHANGED_SHARE * 100} %`
  return [
    {
      what: `${change}, fetched of all bytes`,
      ...medianOf(fetched.map((count) => (100 * count) / all)),
      ...{ unit: '%', atMost: FETCHED_PERCENT },
    },
    { what: `${change}, fetched`, ...medianOf(fetched.map((count) => count / 1000)), unit: 'kB' },
    { what: `${change}, processor time of the build`, ...medianOf(times), unit: 's' },
  ]
}

function changePrices(db: Database) {
  const count = HOUSES * CHANGED_SHARE
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      update ${listings} set price_yen = coalesce(price_yen, 5000000) + 10000
      where id in (select id from ${listings} order by random() limit ${count}) returning id
    `)
    await bumpRevision(tx, isOneOf(rows.map(({ id }) => id)))
  })
}

function sumBytes(parts: Edition['parts']) {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0)
}

function bytes(what: string, value: number) {
  return { what, value, unit: 'B' as const }
}
