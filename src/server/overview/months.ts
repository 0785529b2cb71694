import { UTCDate } from '@date-fns/utc/date'
import { eachMonthOfInterval } from 'date-fns/eachMonthOfInterval'
import { format } from 'date-fns/format'
import { startOfMonth } from 'date-fns/startOfMonth'
import { subMonths } from 'date-fns/subMonths'
import { and, count, eq, gte, inArray, min, type SQL, sql } from 'drizzle-orm'
import type { OverviewMonth } from '#contract/overview.ts'
import type { Database } from '../db/database.ts'
import { paidInvoices, subscriptionChanges } from '../db/schema.ts'

const MONTHS = 12

/** Revenue, and subscriptions started and ended, in each of the last twelve months in UTC. */
export async function countMonths(db: Database, now: Date): Promise<OverviewMonth[]> {
  const end = new UTCDate(now)
  const from = startOfMonth(subMonths(end, MONTHS - 1))
  const paid = await sumPayments(db, from)
  const changes = await countChanges(db, from)
  return eachMonthOfInterval({ start: from, end }).map((start) => {
    const month = format(start, 'yyyy-MM')
    const changed = (kind: 'started' | 'ended') =>
      changes.find((one) => one.month === month && one.kind === kind)?.count ?? 0
    return {
      month,
      revenue_cents: paid.find((one) => one.month === month)?.cents ?? 0,
      started: changed('started'),
      ended: changed('ended'),
    }
  })
}

function sumPayments(db: Database, from: Date) {
  const month = monthOf(paidInvoices.paidAt)
  return db
    .select({
      month: written(month),
      // Convert the sum to a number, because the database driver returns it as text.
      cents: sql`sum(${paidInvoices.amountCents} - ${paidInvoices.refundedCents})`.mapWith(Number),
    })
    .from(paidInvoices)
    .where(gte(paidInvoices.paidAt, from))
    .groupBy(month)
}

/** Counts paid subscriptions only, because complimentary subscriptions bring no revenue. */
function countChanges(db: Database, from: Date) {
  const month = monthOf(subscriptionChanges.at)
  return db
    .select({ month: written(month), kind: subscriptionChanges.kind, count: count() })
    .from(subscriptionChanges)
    .where(
      and(
        gte(subscriptionChanges.at, from),
        eq(subscriptionChanges.paymentProvider, 'stripe'),
        inArray(subscriptionChanges.kind, ['started', 'ended']),
      ),
    )
    .groupBy(month, subscriptionChanges.kind)
}

/** The start of the month in UTC. */
function monthOf(column: typeof paidInvoices.paidAt | typeof subscriptionChanges.at) {
  return sql`date_trunc('month', ${column} at time zone 'UTC')`
}

/**
 * Formats a month as `2026-11`. Call this function after grouping, because formatting every row
 * takes three times as long.
 */
function written(month: SQL) {
  return sql<string>`to_char(${month}, 'YYYY-MM')`
}

export async function findCountedSince(db: Database) {
  const [first] = await db.select({ at: min(subscriptionChanges.at) }).from(subscriptionChanges)
  return first?.at ?? null
}
