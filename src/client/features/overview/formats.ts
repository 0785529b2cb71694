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
const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
})
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `$1,240`; cents only when there are some. */
export function formatMoney(cents: number) {
  return dollars.format(cents / 100)
}

/** From this amount on, a column uses the short form. In cents. */
const LONG = 10_000_000

/** Money in a narrow column: `$1,240`, `$124.5K`. */
export function formatShortMoney(cents: number) {
  return cents < LONG ? formatMoney(cents) : shortDollars.format(cents / 100)
}

/** `Nov` for `2026-11`. */
export function formatMonth(yearAndMonth: string) {
  return month.format(new Date(`${yearAndMonth}-01`))
}

/** `Nov 21, 2026, 14:05`, in UTC. */
export function formatMoment(time: string) {
  return moment.format(new Date(time))
}

/** `Nov 21, 2026`, in UTC. */
export function formatDay(time: string) {
  return day.format(new Date(time))
}
