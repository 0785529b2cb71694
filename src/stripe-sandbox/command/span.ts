import { utc } from '@date-fns/utc/utc'
import { add } from 'date-fns/add'
import * as z from 'zod/mini'

/** How far to advance time: by an amount, or to a given time. */
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
 * The time at the end of a span. A span in months ends on the same day of the month, or on the last
 * day of a shorter month.
 */
export function endOf(span: Span, now: Date) {
  if ('to' in span) return new Date(span.to)
  return add(now, { [`${span.unit}s`]: span.amount }, { in: utc })
}
