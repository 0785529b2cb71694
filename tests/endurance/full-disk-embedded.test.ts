import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { isDiskFull } from '#server/errors/connection-errors.ts'
import { spawnServer } from '#tests/support/server-process.ts'
import { mountSmallDisk } from '#tests/support/small-disk.ts'
import { openWriters, prepareWriterData } from '#tests/support/writers.ts'

/**
 * A disk with room for two new databases. The size is in megabytes. Only root can mount a disk.
 * Without root, the value is null, and the test is skipped.
 */
const disk = mountSmallDisk(96)
/** The timeout that aborts a hanging wait, in milliseconds. */
const WAITING = { timeout: 120_000 }

afterAll(() => disk?.unmount())

test.runIf(disk)(
  'a full disk is reported, and the server recovers by itself when there is room (check 56)',
  async () => {
    if (!disk) return
    const directory = join(disk.directory, 'data')
    const writers = openWriters(await prepareWriterData({ directory }))
    const server = spawnServer({ DATA_DIR: directory, SAMPLE_DATA: 'off', AVIF_COPIES: 'off' })
    // A server left running by a failed test would keep the disk from being unmounted.
    onTestFinished(() => void server.signal('SIGKILL'))
    const origin = `http://127.0.0.1:${(await server.started()).port}`
    const statusOf = async (path: string) => (await fetch(`${origin}${path}`)).status
    const guest = await openDatabase({ directory, share: true, logError: () => {} })

    const writing = await writers.start(origin)
    await writing.acknowledged(20)
    disk.fill()
    expect(await fillWriteAheadLog(guest.db)).toSatisfy(isDiskFull)
    await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(503), WAITING)
    expect(await statusOf('/healthz')).toBe(200)
    expect(writers.statuses.get(503)).toBeGreaterThan(0)

    disk.free()
    await writing.acknowledged(20)
    await writing.stop()
    expect(await statusOf('/readyz')).toBe(200)
    expect(await writers.findLost(origin)).toEqual([])
    expect([...writers.statuses.keys()].sort()).toEqual([200, 503])
    await guest.close()
    server.signal('SIGTERM')
    expect((await server.exited).code).toBe(0)
  },
)

/** Writes until the database has no room for its log. Returns the resulting error. */
async function fillWriteAheadLog(db: Database) {
  for (;;) {
    try {
      await db.execute(sql`select pg_logical_emit_message(true, 'filler', repeat('a', 100000))`)
    } catch (error) {
      return error
    }
  }
}
