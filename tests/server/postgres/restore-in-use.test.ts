import { expect, onTestFinished, test, vi } from 'vitest'
import { refuseWhileInUse } from '#server/backup/restore.ts'
import { openDatabase } from '#server/db/database.ts'
import { newDatabase } from '#tests/support/database.ts'

test('nothing is restored under an Engawa that runs, however long it had nothing to do (check 60)', async () => {
  const options = await newDatabase()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const running = await openDatabase(options)
  await vi.advanceTimersByTimeAsync(3_600_000)
  vi.useRealTimers()

  const restoring = await openDatabase({ ...options, asIs: true })
  onTestFinished(restoring.close)
  await expect(refuseWhileInUse(restoring.db)).rejects.toThrow(
    'The database is in use by 1 other connection. Stop every Engawa first.',
  )
  await running.close()
  await vi.waitFor(() => refuseWhileInUse(restoring.db), 60_000)
})
