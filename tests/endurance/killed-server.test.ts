import { expect, test } from 'vitest'
import { SERIES } from '#tests/support/series.ts'
import { spawnServer } from '#tests/support/server-process.ts'
import { testDataFolder } from '#tests/support/test-directory.ts'
import { openWriters, prepareWriterData } from '#tests/support/writers.ts'

/**
 * The maximum number of acknowledged writes before the server is killed. The actual number is
 * random.
 */
const MAX_WRITES = 60

test('no acknowledged write is lost when the server is killed under load again and again', async ({
  annotate,
}) => {
  const directory = testDataFolder()
  const writers = openWriters(await prepareWriterData({ directory }))
  for (let kills = 0; ; kills++) {
    const server = spawnServer({ DATA_DIR: directory, SAMPLE_DATA: 'off', AVIF_COPIES: 'off' })
    const origin = `http://127.0.0.1:${(await server.started()).port}`
    expect(await writers.findLost(origin), `after kill ${kills}`).toEqual([])
    if (kills === SERIES.kills) {
      server.signal('SIGTERM')
      expect((await server.exited).code).toBe(0)
      break
    }
    const writing = await writers.start(origin)
    await writing.acknowledged(1 + Math.floor(Math.random() * MAX_WRITES))
    server.signal('SIGKILL')
    await server.exited
    await writing.stop()
  }
  expect(writers.total()).toBeGreaterThan(SERIES.kills)
  // 0 stands for a write that got no response, because the server was killed.
  expect([...writers.statuses.keys()].sort()).toEqual([0, 200])
  await annotate(`${SERIES.kills} kills, ${writers.total()} acknowledged writes`)
})
