import { UsageError } from '#server/errors/operator-error.ts'
import type { Span, Unit } from './span.ts'

export const USAGE = `Usage: npm run sandbox -- advance SPAN

Moves the time of a running Engawa forward, where the sandbox stands in for Stripe.
Everything that falls due until then happens in order: subscriptions renew or end,
cards are charged, mails are sent. Time goes forward only, and for all of Engawa.

  advance 1 month           also hours, days, weeks and years
  advance to 2027-01-31     the beginning of that day, UTC
  advance to 2027-01-31T18:30

A renewal is billed when its month begins, and charged one hour later.
`

const UNITS: Unit[] = ['hour', 'day', 'week', 'month', 'year']
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z?)?$/

/** Parses the command line. Returns null for `--help`. */
export function readArguments(args: readonly string[]): Span | null {
  if (args.includes('--help')) return null
  const [command, first, second, ...others] = args
  if (command === undefined) throw new UsageError('Name a command, such as: advance 1 month')
  if (command !== 'advance') throw new UsageError(`There is no command ${command}`)
  if (first === undefined || second === undefined) {
    throw new UsageError('Say how far, as in: advance 1 month')
  }
  if (others.length > 0) throw new UsageError(`${others[0]} is not expected here`)
  return first === 'to' ? { to: readMoment(second) } : readLength(first, second)
}

function readLength(number: string, name: string): Span {
  const unit = UNITS.find((one) => name === one || name === `${one}s`)
  if (!unit) throw new UsageError(`${name} is not one of hours, days, weeks, months and years`)
  const amount = Number(number)
  if (!/^\d{1,6}$/.test(number) || amount < 1) {
    throw new UsageError(`${number} is not a number of ${unit}s`)
  }
  return { amount, unit }
}

function readMoment(text: string) {
  const moment = new Date(/[TZ]/.test(text) ? `${text.replace('Z', '')}Z` : text)
  // Compare the result with the text, because JavaScript parses February 30 as March 2.
  const exists = MOMENT.test(text) && !Number.isNaN(moment.getTime())
  if (!exists || moment.toISOString().slice(0, 10) !== text.slice(0, 10)) {
    throw new UsageError(`${text} is not a date like 2027-01-31`)
  }
  return moment.toISOString()
}
