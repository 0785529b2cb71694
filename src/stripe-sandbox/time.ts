import { UTCDate } from '@date-fns/utc/date'
import { utc } from '@date-fns/utc/utc'
import { addMonths as addMonthsTo } from 'date-fns/addMonths'
import { differenceInCalendarMonths } from 'date-fns/differenceInCalendarMonths'
import { fromUnixTime } from 'date-fns/fromUnixTime'
import { getUnixTime } from 'date-fns/getUnixTime'
import type { Ledger } from './state/ledger.ts'

export interface Time {
  /** The sandbox's time. `moveTo` moves this time ahead of the clock. */
  now(): Date
  /** The time in seconds since 1970. */
  seconds(): number
  /** Calls `run` with the time set to `moment`, in seconds. */
  at(moment: number, run: () => void): void
  /** Moves time forward to a moment, in seconds. Never moves time backwards. */
  moveTo(moment: number): void
}

export function openTime(clock: () => Date, { time }: Ledger): Time {
  const offsetRow = () => time.find('time') ?? time.add({ id: 'time', advanced: 0 })
  let present: number | undefined

  function now() {
    return new Date(clock().getTime() + offsetRow().advanced)
  }

  return {
    now,
    seconds: () => present ?? getUnixTime(now()),
    at(moment, run) {
      present = moment
      try {
        run()
      } finally {
        present = undefined
      }
    },
    moveTo(moment) {
      const ahead = moment * 1000 - now().getTime()
      if (ahead > 0) offsetRow().advanced += ahead
    },
  }
}

/**
 * Adds months to `from`. All times are in seconds since 1970. Keeps the day of the month of
 * `anchor`. In a shorter month, uses the last day instead: 31 January, 28 February, 31 March.
 */
export function addMonths(anchor: number, from: number, months: number) {
  const first = new UTCDate(fromUnixTime(anchor))
  const passed = differenceInCalendarMonths(fromUnixTime(from), first, { in: utc })
  return getUnixTime(addMonthsTo(first, passed + months))
}
