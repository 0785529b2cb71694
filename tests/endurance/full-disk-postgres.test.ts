import fs from 'node:fs'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findPrograms, startCluster } from '#tests/support/postgres.ts'
import { removeDirectory, temporaryDirectory } from '#tests/support/product.ts'
import { spawnServer } from '#tests/support/server-process.ts'
import { mountSmallDisk } from '#tests/support/small-disk.ts'
import { openWriters, prepareWriterData } from '#tests/support/writers.ts'

/** The size of the disk in megabytes: enough for the tables of a new database and some data. */
const DISK_MEGABYTES = 48
/** The timeout that aborts a hanging wait, in milliseconds. */
const WAITING = { timeout: 60_000 }

const programs = findPrograms()
const disk = programs ? mountSmallDisk(DISK_MEGABYTES) : null

test.runIf(disk)(
  "while the disk of PostgreSQL's tables is full, reading works and writing is refused, until there is room again (check 56)",
  async () => {
    if (!programs || !disk) return
    onTestFinished(disk.unmount)
    const cluster = await startCluster(programs, { durable: true })
    onTestFinished(cluster.stop)
    const url = await createDatabaseOn(cluster.url, disk.directory)
    const directory = temporaryDirectory()
    onTestFinished(() => removeDirectory(directory))
    const writers = openWriters(await prepareWriterData({ url }))
    const server = spawnServer({
      DATABASE_URL: url,
      DATA_DIR: directory,
      SAMPLE_DATA: 'off',
      AVIF_COPIES: 'off',
    })
    const origin = `http://127.0.0.1:${(await server.started()).port}`

    const writing = await writers.start(origin)
    await writing.acknowledged(20)
    disk.fill()
    await vi.waitFor(() => expect(writers.statuses.get(503)).toBeGreaterThan(0), WAITING)
    expect((await fetch(`${origin}/v1/free-listings`)).status).toBe(200)
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)

    disk.free()
    await writing.acknowledged(20)
    await writing.stop()
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    expect(await writers.findLost(origin)).toEqual([])
    expect([...writers.statuses.keys()].sort()).toEqual([200, 503])
    server.signal('SIGTERM')
    expect((await server.exited).code).toBe(0)
  },
)

/** Creates a database with its tables in `folder`. Returns its address. */
async function createDatabaseOn(address: string, folder: string) {
  const client = new pg.Client(address)
  await client.connect()
  const { rows } = await client.query("select current_setting('data_directory') as data")
  const { uid, gid } = fs.statSync(rows[0].data)
  fs.chownSync(folder, uid, gid)
  await client.query(`create tablespace small location '${folder}'`)
  await client.query('create database engawa tablespace small')
  await client.end()
  const url = new URL(address)
  url.pathname = 'engawa'
  return url.href
}
