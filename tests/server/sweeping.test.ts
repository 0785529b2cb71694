import { expect, onTestFinished, test, vi } from 'vitest'
import { checkEmail } from '#contract/auth.ts'
import { rateLimits, resetCodes, sessions } from '#server/db/schema.ts'
import { sweep, sweepHourly } from '#server/jobs/cleanup-job.ts'
import { startServer } from '#tests/support/server.ts'

test('the cleanup of the database removes expired rows, and nothing else', async () => {
  const server = await startServer()
  const { db } = server.services
  const remaining = async () => {
    await sweep(server.services)
    return {
      sessions: await db.$count(sessions),
      limits: await db.$count(rateLimits),
      codes: await db.$count(resetCodes),
    }
  }
  const { id: userId } = await server.addUser()
  await server.addAdmin()
  await server.call(null, checkEmail, { email: 'ana@example.com' })

  const expiresAt = new Date('2026-01-15T00:10:00Z')
  await db.insert(resetCodes).values({ userId, codeHash: '', expiresAt })

  server.setNow('2026-01-15T00:00:59Z')
  expect(await remaining()).toEqual({ sessions: 2, limits: 2, codes: 1 })
  server.setNow('2026-01-15T00:01:00Z')
  expect(await remaining()).toEqual({ sessions: 2, limits: 1, codes: 1 })
  server.setNow('2026-01-15T12:00:00Z')
  expect(await remaining()).toEqual({ sessions: 1, limits: 1, codes: 0 })
  server.setNow('2026-02-14T00:00:00Z')
  expect(await remaining()).toEqual({ sessions: 0, limits: 0, codes: 0 })
})

test('the cleanup of the database runs every hour until it is stopped, and reports failures', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = await startServer()
  const failure = new Error('The clock is broken')
  const logError = vi.fn()
  const now = () => {
    throw failure
  }
  const stop = sweepHourly({ ...server.services, now, logError })
  await vi.advanceTimersByTimeAsync(2 * 3_600_000)
  expect(logError.mock.calls).toEqual([
    [failure, 'sweep'],
    [failure, 'sweep'],
  ])
  stop()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(logError).toHaveBeenCalledTimes(2)
})
