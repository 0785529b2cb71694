import * as z from 'zod/mini'
import { addMonths, DAY, HOUR, secondsOf } from '../time.ts'

/** How far to advance time: by an amount, or to a moment. */
export const Span = z.union([
  z.strictObject({
    amount: z.int().check(z.gte(1)),
    unit: z.enum(['hour', 'day', 'week', 'month', 'year']),
  }),
  z.strictObject({ to: z.iso.datetime() }),
])
export type Span = z.output<typeof Span>
export type Unit = Extract<Span, { unit: string }>['unit']

/**
 * The moment after a span. Months keep the day of the month, or use the last day of a shorter
 * month.
 */
export function endOf(span: Span, now: Date) {
  if ('to' in span) return new Date(span.to)
  const { amount, unit } = span
  const from = secondsOf(now)
  switch (unit) {
    case 'hour':
      return later(now, amount * HOUR)
    case 'day':
      return later(now, amount * DAY)
    case 'week':
      return later(now, amount * 7 * DAY)
    case 'month':
      return new Date(addMonths(from, from, amount) * 1000)
    case 'year':
      return new Date(addMonths(from, from, amount * 12) * 1000)
  }
}

function later(now: Date, seconds: number) {
  return new Date(now.getTime() + seconds * 1000)
}
