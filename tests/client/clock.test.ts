import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const DAY = 86_400_000
const TODAY = new Date('2026-05-01T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: TODAY })
})

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

/** The clock of a page that has just been opened. */
async function openClock() {
  vi.resetModules()
  return import('#client/clock.ts')
}

test('the time is that of the device', async () => {
  const { now } = await openClock()
  expect(now()).toEqual(TODAY)
  vi.advanceTimersByTime(DAY)
  expect(now().getTime()).toBe(TODAY.getTime() + DAY)
})

test('a clock that is set back stands where it was, and goes on from there', async () => {
  const { now } = await openClock()
  now()
  vi.setSystemTime(TODAY.getTime() - 30 * DAY)
  expect(now().getTime()).toBeGreaterThanOrEqual(TODAY.getTime())
  vi.advanceTimersByTime(DAY)
  expect(now().getTime()).toBeGreaterThanOrEqual(TODAY.getTime() + DAY)
})

test('a clock that is set back while the app is closed stands where it was', async () => {
  const before = await openClock()
  before.now()
  vi.setSystemTime(TODAY.getTime() - 30 * DAY)
  const { now } = await openClock()
  expect(now().getTime()).toBeGreaterThanOrEqual(TODAY.getTime())
})

test('the server puts a clock right that was ahead', async () => {
  vi.setSystemTime(TODAY.getTime() + 365 * DAY)
  const { now, setNow } = await openClock()
  now()
  vi.setSystemTime(TODAY)
  setNow(TODAY)
  expect(now()).toEqual(TODAY)

  const later = await openClock()
  expect(later.now()).toEqual(TODAY)
})

test.each(['yesterday', 'NaN', '', '-1'])('a mark that reads %s is no mark', async (mark) => {
  localStorage.setItem('clock', mark)
  const { now } = await openClock()
  expect(now()).toEqual(TODAY)
})
