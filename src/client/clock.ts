import { withStorage } from './storage.ts'

const KEY = 'clock'
/** The mark in storage may be this much behind; milliseconds. */
const PRECISION = 60_000
/** What browsers can wait for is bounded; milliseconds. */
const LONGEST_TIMER = 86_400_000

/** The latest time known to have come, and how long this page had been open then; milliseconds. */
let mark = { time: readMark(), at: performance.now() }
let stored = mark.time

/**
 * The time, which never goes back: a device whose clock is set back stays at the latest time it has
 * known, and counts on from there.
 */
export function now() {
  const time = Math.max(Date.now(), mark.time + performance.now() - mark.at)
  mark = { time, at: performance.now() }
  if (time - stored > PRECISION) store(time)
  return new Date(time)
}

/** Takes the word of our server for it, even where a device was ahead. */
export function setNow(date: Date) {
  const time = date.getTime()
  if (Number.isNaN(time)) return
  mark = { time, at: performance.now() }
  store(time)
}

/** Calls `run` once it is `moment`, at once when it has been. Returns how to stop waiting. */
export function atMoment(moment: Date, run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  function wait() {
    const rest = moment.getTime() - now().getTime()
    if (rest <= 0) run()
    else timer = setTimeout(wait, Math.min(rest, LONGEST_TIMER))
  }
  wait()
  return () => clearTimeout(timer)
}

function store(time: number) {
  stored = time
  withStorage((storage) => storage.setItem(KEY, String(time)))
}

function readMark() {
  const time = Number(withStorage((storage) => storage.getItem(KEY)))
  return Number.isFinite(time) ? time : 0
}
