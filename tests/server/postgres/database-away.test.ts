import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findPrograms, startCluster } from '#tests/support/postgres.ts'
import { removeDirectory, temporaryDirectory } from '#tests/support/product.ts'
import { SERIES } from '#tests/support/series.ts'
import { spawnServer } from '#tests/support/server-process.ts'
import { openWriters, prepareWriterData, type Writers } from '#tests/support/writers.ts'

/** The maximum number of acknowledged writes between two kills. */
const MAX_WRITES = 60
/** The timeout that aborts a hanging wait, in milliseconds. */
const WAITING = { timeout: 60_000 }

const programs = findPrograms()

let cluster: Awaited<ReturnType<typeof startCluster>>
let directory: string
let writers: Writers
let server: ReturnType<typeof spawnServer>
let origin: string

beforeAll(async () => {
  if (!programs) return
  cluster = await startCluster(programs, { durable: true })
  directory = temporaryDirectory()
  writers = openWriters(await prepareWriterData({ url: cluster.url }))
  await startServer()
})

afterAll(async () => {
  if (!programs) return
  server.signal('SIGKILL')
  await server.exited
  await cluster.stop()
  removeDirectory(directory)
})

async function startServer() {
  server = spawnServer({
    DATABASE_URL: cluster.url,
    DATA_DIR: directory,
    SAMPLE_DATA: 'off',
    AVIF_COPIES: 'off',
  })
  origin = `http://127.0.0.1:${(await server.started()).port}`
}

const statusOf = async (path: string) => (await fetch(`${origin}${path}`)).status

test.runIf(programs)(
  'a missing database is reported, and the server recovers by itself when the database is back',
  async () => {
    const writing = await writers.start(origin)
    await writing.acknowledged(20)
    await cluster.crash()

    const refused = await fetch(`${origin}/v1/auth/me`, {
      headers: { authorization: 'Bearer of-somebody' },
    })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await refused.json()).toEqual({
      detail: 'Engawa cannot reach its data. Please try again in a moment.',
    })
    const ready = await fetch(`${origin}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toEqual({ detail: 'The database does not answer' })
    expect(await statusOf('/healthz')).toBe(200)

    await cluster.start()
    await writing.acknowledged(20)
    await writing.stop()
    expect(await statusOf('/readyz')).toBe(200)
    expect(await writers.findLost(origin)).toEqual([])
    expect([...writers.statuses.keys()].sort()).toEqual([200, 503])
  },
)

test.runIf(programs)(
  'no acknowledged write is lost when the server, the database or both are killed under load',
  async ({ annotate }) => {
    for (let kills = 0; kills < SERIES.kills; kills++) {
      const writing = await writers.start(origin)
      await writing.acknowledged(1 + Math.floor(Math.random() * MAX_WRITES))
      const [killsServer, killsDatabase] = [kills % 3 !== 1, kills % 3 !== 2]
      if (killsDatabase) await cluster.crash()
      if (killsServer) {
        server.signal('SIGKILL')
        await server.exited
      }
      await writing.stop()
      if (killsDatabase) await cluster.start()
      if (killsServer) await startServer()
      await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(200), WAITING)
      expect(await writers.findLost(origin), `after kill ${kills}`).toEqual([])
    }
    await annotate(`${SERIES.kills} kills, ${writers.total()} acknowledged writes`)
  },
)
