import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { max, min, sum } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/db/database.ts'
import type { Report } from '#server/db/import-columns.ts'
import { imports, listings, SAMPLE_SOURCE, sources } from '#server/db/schema.ts'
import { readArguments } from '#server/imports/command/arguments.ts'
import { runCommand } from '#tests/support/command.ts'
import { houseRecord } from '#tests/support/imports.ts'
import { TYPESCRIPT_OPTIONS } from '#tests/support/node-options.ts'
import { SERIES } from '#tests/support/series.ts'
import { addEmptyDatabase } from '#tests/support/test-directory.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const IMPORTER = 'tests/support/import-until-killed.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'engawa-test-'))
  addEmptyDatabase(directory)
})
afterAll(() => rmSync(directory, { recursive: true }))

function fileOf(content: string | Buffer) {
  const path = join(directory, 'listings')
  writeFileSync(path, content)
  return path
}

/** Runs the import command on the data folder of the running server. */
function importing(args: string[], { input = '', env = {} } = {}) {
  return runCommand('import', args, {
    env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', DATA_DIR: directory, ...env },
    input,
  })
}

test.each([
  [[], 'Name the file'],
  [['a', 'b'], 'One file'],
  [['a', '--bogus'], '--bogus'],
  [['a', '--format', 'xml'], '--format is auto, spec or links'],
  [['a', '--jpy-per-usd', '0'], '--jpy-per-usd is a number'],
  [['a', '--jpy-per-usd', '1e2'], '--jpy-per-usd is a number'],
  [['a', '--category', 'castle'], '--category is all, or some of house, land'],
  [['a', '--source', ' '], '--source is a name'],
  [['a', '--source', 'sample'], '--source cannot be sample'],
])('the import command refuses the arguments %j', (args, sentence) => {
  expect(() => readArguments(args, { jpyPerUsd: 150 })).toThrow(sentence)
})

test('import options come from the command line, and the default exchange rate from the configuration', () => {
  const options = ['--category', 'house, land', '--full', '--jpy-per-usd', '151.5']
  expect(readArguments(['a', ...options], { jpyPerUsd: 150 })).toMatchObject({
    categories: ['house', 'land'],
    full: true,
    dryRun: false,
    jpyPerUsd: 151.5,
  })
  expect(readArguments(['a', '--category', 'all'], { jpyPerUsd: 150 })).toMatchObject({
    categories: ['house', 'land', 'commercial', 'rent-house', 'rent-land', 'rent-commercial'],
    jpyPerUsd: 150,
  })
})

describe('when the import command runs beside the server', () => {
  let server: OpenDatabase
  beforeAll(async () => {
    server = await openDatabase({ directory })
  })
  beforeEach(async () => {
    await server.db.delete(listings)
    await server.db.delete(sources)
  })
  afterAll(() => server.close())

  async function addSample() {
    const source = { name: SAMPLE_SOURCE }
    await server.db.insert(sources).values(source)
    await server.db
      .insert(listings)
      .values({ id: 'sample-1', source: SAMPLE_SOURCE, digest: '', raw: {} })
  }

  async function ids() {
    const rows = await server.db.select({ id: listings.id }).from(listings).orderBy(listings.id)
    return rows.map(({ id }) => id)
  }

  test('the import command imports a file, prints a summary, and writes the report and the rejected records', async () => {
    const file = fileOf(JSON.stringify([houseRecord(), houseRecord({ _id: 'b', link: 'x' }), {}]))
    const first = await importing([file])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(/^read +3$/m)
    expect(first.stdout).toMatch(/^added +2$/m)
    expect(first.stdout).toMatch(/^rejected +1$/m)
    expect(first.stdout).toContain('Line 1 was rejected: _id is missing')
    expect(await ids()).toEqual(['b', 'house-1'])

    const [, details = ''] = first.stdout.match(/^Rejected records and values: (.+)$/m) ?? []
    const problems = readFileSync(details, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(problems).toMatchObject([
      { line: 1, outcome: 'value unknown', field: 'link', value: 'x' },
      { line: 1, outcome: 'record rejected', field: '_id' },
    ])
    const [, path = ''] = first.stdout.match(/^Report: (.+)$/m) ?? []
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ added: 2, rejected: 1, details })

    expect(await server.db.select().from(imports)).toMatchObject([
      { actorEmail: 'command line', fileName: 'listings', state: 'done', report: { added: 2 } },
    ])

    const second = await importing([file])
    expect(second.stdout).toMatch(/^added +0$/m)
    expect(second.stdout).toMatch(/^changed +0$/m)
    expect(second.code).toBe(0)
  })

  test('the import command reads from standard input', async () => {
    const input = JSON.stringify([houseRecord()])
    expect(await importing(['-', '--source', 'Tanba'], { input })).toMatchObject({ code: 0 })
    expect(await ids()).toEqual(['house-1'])
  })

  // Slow: only this test shows that each reason reaches the terminal as one sentence, with exit
  // code 1.
  test('the import command fails with a reason when nothing could be imported', async () => {
    const files: [string, string | RegExp][] = [
      [join(directory, 'nowhere.csv'), /^There is no file .*nowhere\.csv$/m],
      [directory, 'is a folder'],
      [fileOf(''), 'The file is empty'],
      ['--full', 'Name the file to import, or - for standard input'],
    ]
    for (const [file, sentence] of files) {
      const { code, stderr } = await importing([file])
      expect(stderr).toMatch(sentence)
      expect(stderr).not.toContain('    at ')
      expect(code).toBe(1)
    }
    const file = fileOf('[{}]')
    const { stderr } = await importing([file, '--photos', file])
    expect(stderr).toMatch(/^There is no folder .* to take photos from$/m)
    const { code, stdout } = await importing([file])
    expect(stdout).toContain('No listing in the file could be imported')
    expect(code).toBe(1)
  })

  test.each([
    ['53100', 'The disk is full.'],
    ['57P01', 'The database was stopped in the meantime, or cannot be reached.'],
    ['P0001', 'A query failed: '],
  ])(
    'the import command stops at database error %s without printing the data it was writing',
    async (code, reason) => {
      await server.db.execute(`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'refused' using errcode = '${code}'; end $$;
      create trigger refuse before insert on listings execute function refuse()
    `)
      const { stderr } = await importing([fileOf(JSON.stringify([houseRecord()]))])
      await server.db.execute('drop function refuse cascade')
      expect(stderr).toContain(
        'The listings imported so far stay. Run the import again to complete it.',
      )
      expect(stderr).toContain(reason)
      expect(stderr).not.toContain('house-1')
    },
  )

  test('the import command prints its usage with --help', async () => {
    const { code, stdout } = await importing(['--help'])
    expect(stdout).toContain('Usage: npm run import')
    expect(code).toBe(0)
  })

  test('the import command removes the sample houses once there are real ones, and says so', async () => {
    await addSample()
    const file = fileOf(JSON.stringify([houseRecord()]))
    expect((await importing([file, '--keep-samples'])).stdout).not.toContain('invented')
    expect((await importing([fileOf('[{}]')])).stdout).not.toContain('removed')
    const dry = await importing([fileOf(JSON.stringify([houseRecord()])), '--dry-run'])
    expect(dry.stdout).toContain('The 1 sample houses would be removed')
    expect(await ids()).toEqual(['house-1', 'sample-1'])
    expect((await importing([file])).stdout).toContain('The 1 sample houses were removed')
    expect(await ids()).toEqual(['house-1'])
  })

  const tooLong = 'is longer than 1,000,000 characters'
  test.each([
    ['text', '', 'x', 'The file does not name the columns of listings'],
    ['space', '', ' ', 'The file begins with 1,000,000 blank characters'],
    ['a JSON array', '[{"_id":"', 'x', 'ends before its list does'],
    ['a JSON line', '{"_id":"', 'x', 'is an object of more than 1,000,000 characters'],
    ['a CSV value', '_id,Prefecture\n1,"', 'x', tooLong],
    ['empty CSV values', '_id,Prefecture\n1', ',', 'has more than 100,000 fields'],
  ])(
    'the import command skips a hundred megabytes of %s without keeping them in memory',
    async (_, start, filling, sentence) => {
      const file = fileOf(Buffer.concat([Buffer.from(start), Buffer.alloc(100_000_000, filling)]))
      const env = { NODE_OPTIONS: '--max-old-space-size=100' }
      const { code, stdout, stderr } = await importing([file], { env })
      expect(stdout + stderr).toContain(sentence)
      expect(code).toBe(1)
    },
  )
})

// Slow: only this test kills imports. A killed import must leave only complete batches.
test('after repeated kills, the next import completes with nothing lost or duplicated', async () => {
  const folder = join(directory, 'killed')
  addEmptyDatabase(folder)
  const count = 5000
  let written = 0
  for (let kill = 0; kill < SERIES.kills; kill += 1) {
    const { taken } = await importAndKill(folder, count, 1 + ((kill * 7) % 9))
    written = Math.max(written, taken)
  }
  const { report } = await importAndKill(folder, count)
  if (!report) throw new Error('The last import did not end')
  expect(report.unchanged).toBeGreaterThanOrEqual(written)
  expect(report).toMatchObject({ added: count - report.unchanged, changed: 0, rejected: 0 })

  const { db, close } = await openDatabase({ directory: folder })
  const { priceYen } = listings
  const [prices] = await db
    .select({ first: min(priceYen), last: max(priceYen), sum: sum(priceYen) })
    .from(listings)
  expect(await db.$count(listings)).toBe(count)
  expect(prices).toEqual({ first: 1, last: count, sum: String((count * (count + 1)) / 2) })
  await close()
}, 300_000)

/**
 * Imports `count` houses in another process. Kills the process after `batches` batches, unless the
 * import ends earlier.
 */
async function importAndKill(folder: string, count: number, batches = Number.POSITIVE_INFINITY) {
  const child = spawn(process.execPath, [...TYPESCRIPT_OPTIONS, IMPORTER, folder, String(count)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let taken = 0
  let report: Report | undefined
  let lines = 0
  for await (const line of createInterface(child.stdout)) {
    const message: { taken: number } | Report = JSON.parse(line)
    if ('taken' in message) taken = message.taken
    else report = message
    lines += 1
    // When this line arrives, the import is already writing the next batch, so the kill interrupts
    // a write.
    if (lines === batches) child.kill('SIGKILL')
  }
  await exited
  return { taken, report }
}
