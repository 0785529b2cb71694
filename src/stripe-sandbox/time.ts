import type { Ledger } from './state/ledger.ts'

export const HOUR = 3600
export const DAY = 24 * HOUR

export interface Time {
  /** The clock, and what it was advanced by. */
  now(): Date
  /** Seconds since 1970, where a customer is: theirs may be a test clock. */
  of(customer: string | null): number
  /** Does something that fell due at a moment, in seconds, as of that moment. */
  at(moment: number, run: () => void): void
  /** Moves the time forward to a moment, in seconds; never back. */
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
 * The date some months on, on the day of the month that `anchor` is: after 31 January come
 * 28 February and 31 March. Seconds since 1970.
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
