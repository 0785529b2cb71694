import type { Ledger } from './state/ledger.ts'

export const HOUR = 3600
export const DAY = 24 * HOUR

export interface Time {
  /** The clock plus the advanced time. */
  now(): Date
  /** A customer's current time, which a test clock may set. In seconds since 1970. */
  of(customer: string | null): number
  /** Calls `run` with the time set to `moment`, in seconds. */
  at(moment: number, run: () => void): void
  /** Moves time forward to a moment, in seconds. Never backwards. */
  moveTo(moment: number): void
}

export function openTime(clock: () => Date, { time, customers, testClocks }: Ledger): Time {
  const kept = () => time.find('time') ?? time.add({ id: 'time', advanced: 0 })
  let present: number | undefined

  function now() {
    return new Date(clock().getTime() + kept().advanced)
  }

  function testClockOf(id: string | null) {
    const customer = id === null ? undefined : customers.find(id)
    if (!customer || customer.deleted || !customer.test_clock) return undefined
    return testClocks.find(customer.test_clock)
  }

  return {
    now,
    of: (customer) => present ?? testClockOf(customer)?.frozen_time ?? secondsOf(now()),
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
      if (ahead > 0) kept().advanced += ahead
    },
  }
}

export function secondsOf(date: Date) {
  return Math.floor(date.getTime() / 1000)
}

/**
 * Adds months, and keeps the day of the month of `anchor`: 31 January, 28 February, 31 March. In
 * seconds since 1970.
 */
export function addMonths(anchor: number, from: number, months: number) {
  const first = new Date(anchor * 1000)
  const last = new Date(from * 1000)
  const year = last.getUTCFullYear()
  const month = last.getUTCMonth() + months
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return secondsOf(
    new Date(
      Date.UTC(
        year,
        month,
        Math.min(first.getUTCDate(), daysInMonth),
        first.getUTCHours(),
        first.getUTCMinutes(),
        first.getUTCSeconds(),
      ),
    ),
  )
}
