import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withLock } from '#client/browser/locks.ts'
import { attempt } from '#client/browser/storage.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('if the browser denies a lock, the app does the work without the lock', async () => {
  const request = () => Promise.reject(new DOMException('Denied', 'SecurityError'))
  vi.stubGlobal('navigator', { locks: { request } })
  await expect(withLock('traces', async () => 'done')).resolves.toBe('done')
  vi.unstubAllGlobals()
})

test('a read from the storage of the device succeeds if the storage responds in time', async () => {
  await expect(attempt(async () => 'a row')).resolves.toBe('a row')
})

test.each([
  ['fails', () => Promise.reject(new DOMException('No database', 'UnknownError'))],
  ['hangs', () => new Promise<never>(() => {})],
])('if the storage of the device %s, a read returns nothing', async (_how, use) => {
  const answer = attempt(use)
  await vi.advanceTimersByTimeAsync(10_000)
  await expect(answer).resolves.toBeUndefined()
})

test('a read from the storage of the device does not time out just because the page is busy for longer than the timeout', async () => {
  vi.useRealTimers()
  const answer = attempt(
    () => new Promise((resolve) => setTimeout(() => setTimeout(resolve, 1, 'a row'))),
    200,
  )
  const busyUntil = performance.now() + 400
  while (performance.now() < busyUntil);
  await expect(answer).resolves.toBe('a row')
})
