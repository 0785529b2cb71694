import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TODAY = new Date('2026-05-01T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: TODAY })
})

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

/** Loads a new copy of the clock's module, as a newly opened page does. */
async function openClock() {
  vi.resetModules()
  return import('#client/browser/clock.ts')
}

test("without a server response, the app uses the device's clock", async () => {
  const { now } = await openClock()
  expect(now()).toEqual(TODAY)
  vi.advanceTimersByTime(DAY)
  expect(now().getTime()).toBe(TODAY.getTime() + DAY)
})

test("if the device's clock is set back, the app's time continues from its last value", async () => {
  const { now } = await openClock()
  now()
  vi.setSystemTime(TODAY.getTime() - 30 * DAY)
  expect(now().getTime()).toBeGreaterThanOrEqual(TODAY.getTime())
  vi.advanceTimersByTime(DAY)
  expect(now().getTime()).toBeGreaterThanOrEqual(TODAY.getTime() + DAY)
})

test("if the device's clock is set back while the app is closed, the app's time does not go back", async () => {
  const before = await openClock()
  before.now()
  vi.setSystemTime(TODAY.getTime() - 30 * DAY)
  const { now } = await openClock()
  expect(now().getTime()).toBeGreaterThanOrEqual(TODAY.getTime())
})

test('the server corrects a device clock that was ahead', async () => {
  vi.setSystemTime(TODAY.getTime() + 365 * DAY)
  const { now, setNow } = await openClock()
  now()
  vi.setSystemTime(TODAY)
  setNow(TODAY)
  expect(now()).toEqual(TODAY)

  const later = await openClock()
  expect(later.now()).toEqual(TODAY)
})

test("a device with a wrong clock keeps the server's time, even after a restart of the app", async () => {
  for (const error of [9 * HOUR, -9 * HOUR]) {
    localStorage.clear()
    vi.setSystemTime(TODAY.getTime() + error)
    const { setNow, serverTimeOf } = await openClock()
    const noted = Date.now()
    setNow(TODAY)
    expect(Math.abs(serverTimeOf(noted).getTime() - TODAY.getTime())).toBeLessThanOrEqual(1_000)

    vi.advanceTimersByTime(HOUR)
    const { now } = await openClock()
    expect(Math.abs(now().getTime() - TODAY.getTime() - HOUR)).toBeLessThanOrEqual(1_000)
  }
})

test("a response that the app reads late does not set the app's time back", async () => {
  const { now, setNow } = await openClock()
  const sentAt = Date.now()
  vi.advanceTimersByTime(20_000)
  setNow(TODAY, sentAt)
  expect(now().getTime()).toBe(TODAY.getTime() + 20_000)
})

test("timers follow the server's time", async () => {
  const { runAt, setNow } = await openClock()
  let hasCome = false
  runAt(new Date(TODAY.getTime() + HOUR), () => {
    hasCome = true
  })
  // The server's response shows the app that the device is an hour behind.
  setNow(new Date(TODAY.getTime() + HOUR))
  expect(hasCome).toBe(true)
})

test("a time that has passed stays in the past, even if the device's clock is set back immediately afterwards", async () => {
  const { runAt } = await openClock()
  const moment = new Date(TODAY.getTime() + 1_000)
  runAt(moment, () => {})
  vi.advanceTimersByTime(1_000)
  vi.setSystemTime(TODAY.getTime() - 10 * DAY)
  const { now } = await openClock()
  expect(now().getTime()).toBeGreaterThanOrEqual(moment.getTime())
})

test.each(['yesterday', 'NaN', '', '-1'])('a stored clock time of %s is ignored', async (mark) => {
  localStorage.setItem('clock', mark)
  const { now } = await openClock()
  expect(now()).toEqual(TODAY)
})
