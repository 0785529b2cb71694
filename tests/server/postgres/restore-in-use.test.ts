import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { refuseWhileInUse, restore } from '#server/backup/restore.ts'
import { openDatabase } from '#server/db/database.ts'
import { linesOf, toLines } from '#tests/support/backups.ts'
import { newDatabase, testDatabase } from '#tests/support/database.ts'

test('a restore is refused while a server is connected to the database, even if the server is idle (check 60)', async () => {
  const options = await newDatabase()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const running = await openDatabase(options)
  await vi.advanceTimersByTimeAsync(3_600_000)
  vi.useRealTimers()

  const restoring = await openDatabase({ ...options, asIs: true })
  onTestFinished(restoring.close)
  await expect(refuseWhileInUse(restoring.db)).rejects.toThrow(
    'The database is in use by 1 other connection. Stop every Engawa process first.',
  )
  await running.close()
  await vi.waitFor(() => refuseWhileInUse(restoring.db), 60_000)
})

test('a server that starts during a restore waits until the restore is complete (check 60)', async () => {
  const [heading = '', ...rows] = await linesOf(await testDatabase())
  const options = await newDatabase()
  const restoring = await openDatabase({ ...options, asIs: true })
  onTestFinished(restoring.close)
  let starting: ReturnType<typeof openDatabase> | undefined
  let hasStarted = false

  await restore(restoring.db, startedMeanwhile(), { replaces: true, needsToBeAlone: true })
  expect(hasStarted).toBe(false)
  const started = await starting
  await expect(started?.db.execute(sql`select id from users`)).resolves.toBeDefined()
  await started?.close()

  async function* startedMeanwhile() {
    yield heading
    starting = openDatabase(options).finally(() => {
      hasStarted = true
    })
    await vi.waitFor(async () => {
      const { rows } = await restoring.db.execute(
        sql`select 1 from pg_locks join pg_database on pg_database.oid = database
          where datname = current_database() and locktype = 'advisory' and not granted`,
      )
      expect(rows).toHaveLength(1)
    }, 60_000)
    yield* toLines(rows)
  }
})
