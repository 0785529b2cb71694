import { createListeners } from './listeners.ts'
import { withStorage } from './storage.ts'

const TIME_KEY = 'clock'
const OFFSET_KEY = 'clock-offset'
/** The time in storage may be this much behind; milliseconds. */
const PRECISION = 5_000
/** Browsers bound what a timer can wait for; milliseconds. */
const LONGEST_TIMER = 86_400_000
/** The server's `Date` header names the second, not the moment; milliseconds. */
const DATE_PRECISION = 1_000
/** A smaller correction of the clock is no news; milliseconds. */
const CORRECTION = 5_000

/** How far the server's clock is ahead of the device's, learnt from answers; milliseconds. */
let offset = readNumber(OFFSET_KEY)
/** The latest time known to have come, and how long this page had been open then; milliseconds. */
let mark = { time: readNumber(TIME_KEY), at: performance.now() }
let stored = mark.time
const corrections = createListeners()

/**
 * The server's time. It never goes back between two answers of the server: a device whose clock is
 * set back stays at the latest time it has known, and counts on from there.
 */
export function now() {
  const time = Math.max(serverTimeOf(Date.now()).getTime(), mark.time + performance.now() - mark.at)
  mark = { time, at: performance.now() }
  if (time - stored > PRECISION) store(time)
  return new Date(time)
}

/** The server's time at a moment that the device's clock noted, in milliseconds. */
export function serverTimeOf(noted: number) {
  return new Date(noted + offset)
}

/**
 * Takes the server's word for the time, even where the device was ahead. `date` is from an answer
 * to a request that was sent at `sentAt`, by the device's clock. An answer may be read late, so
 * only an offset that contradicts it is corrected.
 */
export function setNow(date: Date, sentAt = Date.now()) {
  if (Number.isNaN(date.getTime())) return
  const before = now().getTime()
  const least = date.getTime() - Date.now()
  const most = date.getTime() + DATE_PRECISION - sentAt
  offset = Math.max(least, Math.min(offset, most))
  const time = serverTimeOf(Date.now()).getTime()
  mark = { time, at: performance.now() }
  store(time)
  withStorage((storage) => storage.setItem(OFFSET_KEY, String(offset)))
  if (Math.abs(time - before) > CORRECTION) corrections.tell()
}

/** Calls `listener` when the server has corrected the time. Returns how to stop. */
export const watchCorrections = corrections.watch

/** Calls `run` once it is `moment`, at once when it has been. Returns how to stop waiting. */
export function atMoment(moment: Date, run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  function wait() {
    clearTimeout(timer)
    const time = now().getTime()
    const rest = moment.getTime() - time
    if (rest > 0) {
      timer = setTimeout(wait, Math.min(rest, LONGEST_TIMER))
      return
    }
    stop()
    // Without this, a reload under a clock that is set back begins before the moment again.
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
