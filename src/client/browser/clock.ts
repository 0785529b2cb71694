import { createListeners } from './listeners.ts'
import { withStorage } from './storage.ts'

const TIME_KEY = 'clock'
const OFFSET_KEY = 'clock-offset'
/** The server's time is written to local storage at this interval, so that it survives a reload. */
const STORE_EVERY_MS = 5_000
/**
 * The longest timer is one day. Longer waits are split, because browsers limit a timer to 24 days.
 */
const MAX_TIMER_MS = 86_400_000
/** The server's `Date` header has a precision of one second. */
const DATE_PRECISION_MS = 1_000
/** `watchCorrections` ignores a correction of the clock that is smaller than this. */
const MIN_CORRECTION_MS = 5_000

/**
 * How many milliseconds the server's clock is ahead of the device's clock, computed from responses.
 */
let offset = readNumber(OFFSET_KEY)
/** The latest known server time and `performance.now()` at that moment, both in milliseconds. */
let latest = { time: readNumber(TIME_KEY), at: performance.now() }
let stored = latest.time
const corrections = createListeners()

/**
 * The server's time. Between two responses, this time never goes back. If the device's clock is set
 * back, the time continues from the latest known server time.
 */
export function now() {
  const time = Math.max(
    serverTimeOf(Date.now()).getTime(),
    latest.time + performance.now() - latest.at,
  )
  latest = { time, at: performance.now() }
  if (time - stored > STORE_EVERY_MS) store(time)
  return new Date(time)
}

/** Converts a time of the device's clock, in milliseconds, to the server's time. */
export function serverTimeOf(deviceTime: number) {
  return new Date(deviceTime + offset)
}

/**
 * Uses the `Date` header of a response to set the clock forwards or backwards. `sentAt` is when the
 * request was sent, according to the device's clock. The server answered between `sentAt` and now,
 * so the header gives a range of possible offsets. The current offset changes only if it is outside
 * this range.
 */
export function setNow(date: Date, sentAt = Date.now()) {
  if (Number.isNaN(date.getTime())) return
  const before = now().getTime()
  const least = date.getTime() - Date.now()
  const most = date.getTime() + DATE_PRECISION_MS - sentAt
  offset = Math.max(least, Math.min(offset, most))
  const time = serverTimeOf(Date.now()).getTime()
  latest = { time, at: performance.now() }
  store(time)
  withStorage((storage) => storage.setItem(OFFSET_KEY, String(offset)))
  if (Math.abs(time - before) > MIN_CORRECTION_MS) corrections.tell()
}

/** Calls `listener` when the server has corrected the time. Returns the unsubscribe function. */
export const watchCorrections = corrections.watch

/**
 * Calls `run` at `moment`, or immediately if `moment` has passed. Returns a function that cancels
 * the call.
 */
export function runAt(moment: Date, run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  function wait() {
    clearTimeout(timer)
    const time = now().getTime()
    const rest = moment.getTime() - time
    if (rest > 0) {
      timer = setTimeout(wait, Math.min(rest, MAX_TIMER_MS))
      return
    }
    stop()
    // Store the current time. After a reload, the clock continues from the stored time. So the
    // clock stays past `moment`, even if the device's clock is set back.
    store(time)
    run()
  }
  const stopWatching = watchCorrections(wait)
  function stop() {
    clearTimeout(timer)
    stopWatching()
  }
  wait()
  return stop
}

function store(time: number) {
  stored = time
  withStorage((storage) => storage.setItem(TIME_KEY, String(time)))
}

function readNumber(key: string) {
  const number = Number(withStorage((storage) => storage.getItem(key)))
  return Number.isFinite(number) ? number : 0
}
