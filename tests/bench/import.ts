import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateListings, type ListingRow } from '#tests/support/generated-listings.ts'
import { removeDirectory, temporaryDirectory } from '#tests/support/product.ts'
import { type Line, medianOf } from './measurement.ts'
import { memoryOf, peakDuring } from './process-memory.ts'
import { logProgress } from './progress.ts'

const ROWS = 50_000
const FEWER_ROWS = 10_000
const ROUNDS = 3
const ROOT = join(import.meta.dirname, '../..')

/** Runs the import command as a person would, each time into a new embedded database. */
export async function measureImport(): Promise<Line[]> {
  const rounds: Record<'fewer' | 'all', Awaited<ReturnType<typeof importRows>>>[] = []
  for (let round = 0; round < ROUNDS; round++) {
    logProgress(`Round ${round + 1} of ${ROUNDS}…`)
    rounds.push({ fewer: await importRows(FEWER_ROWS), all: await importRows(ROWS) })
  }
  return [
    {
      what: `Import of ${ROWS.toLocaleString('en-US')} rows, embedded`,
      // Subtract the time of the small import from the time of the large one. Otherwise, the rate
      // would include the fixed time that creating and opening the database takes.
      ...medianOf(
        rounds.map(
          ({ fewer, all }) => (ROWS - FEWER_ROWS) / ((all.duration - fewer.duration) / 1000),
        ),
      ),
      unit: 'rows/s',
      atLeast: 5000,
    },
    peak(
      FEWER_ROWS,
      rounds.map(({ fewer }) => fewer.peak),
    ),
    peak(
      ROWS,
      rounds.map(({ all }) => all.peak),
    ),
  ]
}

function peak(rows: number, megabytes: (number | null)[]): Line {
  const what = `Memory of an import of ${rows.toLocaleString('en-US')} rows, peak`
  const known = megabytes.filter((value) => value !== null)
  if (known.length === 0) return { what, skipped: 'only Linux tells it' }
  return { what, ...medianOf(known), unit: 'MB' }
}

async function importRows(count: number) {
  const directory = temporaryDirectory()
  try {
    const file = join(directory, 'houses.jsonl')
    writeFileSync(file, [...generateListings(count)].map(toLine).join('\n'))
    // Build before the time is taken.
    spawnSync(process.execPath, ['start.mjs', 'build', 'server'], { cwd: ROOT })
    const start = performance.now()
    const command = startImport(file, join(directory, 'data'))
    const peak = await peakDuring(untilImported(command), () => memoryOf(command.pid, 'VmHWM'))
    return { duration: performance.now() - start, peak }
  } finally {
    removeDirectory(directory)
  }
}

function startImport(file: string, dataDirectory: string) {
  return spawn(process.execPath, ['start.mjs', 'import', file, '--source', 'generated'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDirectory },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function untilImported(command: ChildProcess) {
  const [code] = await once(command, 'exit')
  if (code !== 0) throw new Error(`The import ended with code ${code}`)
}

/** A listing as a line of JSON Lines, with the field names that the import expects. */
export function toLine(row: ListingRow) {
  return JSON.stringify({
    _id: row.id,
    'Property Type': row.propertyType,
    'Property Location': row.location,
    Prefecture: row.prefecture,
    'Sale Price Yen': row.priceYen,
    'Building - Layout': row.layout,
    'Building - Area': row.buildingArea,
    'Land - Area': row.landArea,
    'Building - Construction Date': row.constructionText,
    'Building - Structure': row.structure,
    Transportation: row.transportation,
    Remarks: row.remarks,
    'Contact Number': row.contactNumber,
    'Reference URL': row.referenceUrl,
    createdAt: row.createdAt,
  })
}
