import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, expect, test, vi } from 'vitest'
import { DURABLE_START, DurableFiles } from '#server/files/durable-files.ts'
import { TYPESCRIPT_OPTIONS } from '#tests/support/node-options.ts'
import { SERIES } from '#tests/support/series.ts'
import { testDataFolder } from '#tests/support/test-directory.ts'

const WRITER = fileURLToPath(new URL('../../support/write-until-killed.ts', import.meta.url))

afterEach(() => {
  vi.restoreAllMocks()
})

// Slow: only this test shows that an acknowledged write is on disk before the process dies.
test('no acknowledged write is lost, however often the process is killed', async () => {
  const directory = testDataFolder()
  const acknowledged = new Set<number>()
  for (let kills = 0; kills < SERIES.kills; kills++) {
    const { found, wrote } = await writeAndKill(directory, 1 + ((kills * 7) % 40))
    const lost = [...acknowledged].filter((number) => !found.has(number))
    expect(lost, `after kill ${kills}`).toEqual([])
    for (const number of wrote) acknowledged.add(number)
  }
  expect(acknowledged.size).toBeGreaterThan(SERIES.kills)
}, 300_000)

test('a commit is on disk before it is acknowledged', async () => {
  const database = await PGlite.create({
    fs: new DurableFiles(join(testDataFolder(), 'database')),
    startParams: DURABLE_START,
  })
  await database.exec('create table numbers (number int)')
  const sync = vi.spyOn(fs, 'fsyncSync')
  for (let commits = 1; commits <= 10; commits++) {
    await database.query('insert into numbers values (1)')
    expect(sync.mock.calls.length).toBeGreaterThanOrEqual(commits)
  }
  await database.close()
})

/**
 * Starts the writer and kills it after `writes` acknowledged writes. Returns the numbers that the
 * writer read from the database at its start, and the numbers that it wrote.
 */
async function writeAndKill(directory: string, writes: number) {
  const writer = spawn(process.execPath, [...TYPESCRIPT_OPTIONS, WRITER, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(writer, 'exit')
  let found = new Set<number>()
  const wrote: number[] = []
  for await (const line of createInterface(writer.stdout)) {
    const [word, ...numbers] = line.split(' ')
    if (word === 'found') found = new Set(numbers.filter(Boolean).map(Number))
    else wrote.push(Number(numbers[0]))
    if (wrote.length === writes) writer.kill('SIGKILL')
  }
  await exited
  return { found, wrote }
}
