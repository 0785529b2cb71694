import {
  millisecondsInDay as DAY_MS,
  millisecondsInHour as HOUR_MS,
  millisecondsInMinute as MINUTE_MS,
} from 'date-fns/constants'
import { subMilliseconds } from 'date-fns/subMilliseconds'
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { jobs } from '#server/db/schema.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { isRetryable } from '#server/payments/stripe-errors.ts'
import { settleAbandoned } from './abandoned.ts'
import { stopBlocked } from './blocked.ts'
import { compareAll, fetchUndelivered, settleEnded } from './reconcile.ts'
import { handleEvents } from './stripe-events.ts'

interface Job {
  name: string
  /** The time from one success to the next run. */
  intervalMs: number
  /** Gets the start of the last run that succeeded. */
  run: (services: BillingServices, lastSuccess: Date | null) => Promise<unknown>
}

/** The longest time from a run that failed, or that was killed, to the next run. */
const RETRY_MS = 15 * MINUTE_MS

/** The recurring payment jobs. When a job is due, only one of all processes runs it. */
const JOBS: Job[] = [
  { name: 'subscriptions.ended', intervalMs: MINUTE_MS, run: settleEnded },
  { name: 'stripe.events', intervalMs: MINUTE_MS, run: handleEvents },
  { name: 'payments.abandoned', intervalMs: HOUR_MS, run: settleAbandoned },
  { name: 'payments.blocked', intervalMs: 15 * MINUTE_MS, run: stopBlocked },
  {
    name: 'stripe.undelivered',
    intervalMs: 15 * MINUTE_MS,
    async run(services, lastSuccess) {
      await services.payments.checkPrice()
      await fetchUndelivered(services, lastSuccess)
      await handleEvents(services)
    },
  },
  {
    name: 'stripe.comparison',
    intervalMs: DAY_MS,
    async run(services) {
      const { compared, different, unknownPayments, unknownRefunds, unknownDisputes } =
        await compareAll(services)
      if (different > 0) {
        services.logWarning(
          `Of ${compared} subscriptions, ${different} differed from the ones at Stripe`,
        )
      }
      if (unknownPayments > 0) {
        services.logWarning(`Stripe had ${unknownPayments} payments that Engawa did not know`)
      }
      if (unknownRefunds > 0) {
        services.logWarning(`Stripe had ${unknownRefunds} refunds that Engawa did not know`)
      }
      if (unknownDisputes > 0) {
        services.logWarning(`Stripe had ${unknownDisputes} disputes that Engawa did not know`)
      }
    },
  },
]

/** Creates the worker that handles Stripe's events and runs the recurring payment jobs. */
export function openBillingWork(services: BillingServices) {
  let timer: NodeJS.Timeout | undefined
  let isStopping = false
  let isWoken = false
  let handling: Promise<void> | undefined
  let running: Promise<void> | undefined

  /** Handles all pending Stripe events. If new events arrive meanwhile, handles them too. */
  async function handleAll() {
    while (isWoken && !isStopping) {
      isWoken = false
      await handleEvents(services).catch((error) => services.logError(error, 'payments'))
    }
    handling = undefined
  }

  async function runDueJobs() {
    for (const job of JOBS) {
      if (isStopping) return
      try {
        const claimed = await claim(services, job)
        if (!claimed) continue
        await job.run(services, claimed.lastSuccess)
        await noteSuccess(services, job, claimed.at)
      } catch (error) {
        if (!isRetryable(error)) services.logError(error, job.name)
      }
    }
  }

  function tick() {
    running ??= runDueJobs().finally(() => {
      running = undefined
    })
  }

  return {
    start() {
      tick()
      timer = setInterval(tick, MINUTE_MS)
    },
    /** Starts handling the Stripe events that have arrived. */
    wake() {
      isWoken = true
      handling ??= handleAll()
    },
    /**
     * Waits until every pending event has been handled or has failed. Failed events are retried
     * later.
     */
    async settled() {
      await handling
    },
    runDueJobs,
    async stop() {
      isStopping = true
      clearInterval(timer)
      await Promise.all([handling, running])
    },
  }
}

/**
 * Claims a recurring job if it is due. If several processes try to claim the job, only one
 * succeeds. A job that failed is due again sooner than one that succeeded.
 */
async function claim({ db, now }: BillingServices, { name, intervalMs }: Job) {
  const at = now()
  const retryMs = Math.min(intervalMs, RETRY_MS)
  const { ranAt, claimedAt } = jobs
  return db.transaction(async (tx) => {
    const [last] = await tx.select().from(jobs).where(eq(jobs.name, name))
    const claimed = await tx
      .insert(jobs)
      .values({ name, claimedAt: at })
      .onConflictDoUpdate({
        target: jobs.name,
        set: { claimedAt: at },
        setWhere: or(
          and(isEarlier(ranAt, at, intervalMs), isEarlier(claimedAt, at, retryMs)),
          // The clock was set back.
          gt(ranAt, at),
          gt(claimedAt, at),
        ),
      })
      .returning({ name: jobs.name })
    return claimed.length > 0 ? { at, lastSuccess: last?.ranAt ?? null } : null
  })
}

function isEarlier(column: typeof jobs.ranAt | typeof jobs.claimedAt, at: Date, ms: number) {
  return or(isNull(column), lte(column, subMilliseconds(at, ms)))
}

async function noteSuccess({ db }: BillingServices, { name }: Job, ranAt: Date) {
  await db.update(jobs).set({ ranAt }).where(eq(jobs.name, name))
}
