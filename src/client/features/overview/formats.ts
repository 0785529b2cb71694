import { utc } from '@date-fns/utc/utc'
import { format } from 'date-fns/format'

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})
const shortDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})

/** Formats money: `$1,240`. Leaves out cents that are zero. */
export function formatMoney(cents: number) {
  return dollars.format(cents / 100)
}

/** The smallest amount that a column shows in the short form, in cents. */
const LONG = 10_000_000

/** Money in a narrow column: `$1,240`, `$124.5K`. */
export function formatShortMoney(cents: number) {
  return cents < LONG ? formatMoney(cents) : shortDollars.format(cents / 100)
}

/** The short name of a month: `2026-11` becomes `Nov`. */
export function formatMonth(yearAndMonth: string) {
  return format(`${yearAndMonth}-01`, 'MMM', { in: utc })
}

/** A day and time in UTC: `Nov 21, 2026, 14:05`. */
export function formatMoment(time: string) {
  return format(time, 'MMM d, yyyy, HH:mm', { in: utc })
}

/** A day in UTC: `Nov 21, 2026`. */
export function formatDay(time: string) {
  return format(time, 'MMM d, yyyy', { in: utc })
}
