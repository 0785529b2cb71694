import {
  millisecondsInDay as DAY,
  millisecondsInHour as HOUR,
  millisecondsInMinute as MINUTE,
} from 'date-fns/constants'
import { subMilliseconds } from 'date-fns/subMilliseconds'
import { eq, gt, lte, or } from 'drizzle-orm'
import { jobs } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { settleAbandoned } from './abandoned.ts'
import { stopBlocked } from './blocked.ts'
import { compareAll, fetchUndelivered, settleEnded } from './reconcile.ts'
import { isForLater } from './stripe-errors.ts'
import { handleEvents } from './stripe-events.ts'

interface Job {
  name: string
  /** In milliseconds. */
  every: number
  run: (services: Services, ranAt: Date | null) => Promise<unknown>
}

/** Recurring jobs. Of all processes, one runs each job when it is due. */
const JOBS: Job[] = [
  { name: 'subscriptions.ended', every: MINUTE, run: settleEnded },
  { name: 'stripe.events', every: MINUTE, run: handleEvents },
  { name: 'payments.abandoned', every: HOUR, run: settleAbandoned },
  { name: 'payments.blocked', every: 15 * MINUTE, run: stopBlocked },
  {
    name: 'stripe.undelivered',
    every: 15 * MINUTE,
    async run(services, ranAt) {
      await services.payments.checkPrice()
      await fetchUndelivered(services, ranAt)
      await handleEvents(services)
    },
  },
  {
    name: 'stripe.comparison',
    every: DAY,
    async run(services) {
      const { compared, different, unknownPayments, unknownRefunds } = await compareAll(services)
      if (different > 0) {
        services.logWarning(
          `Of ${compared} people's subscriptions ${different} differed from Stripe's`,
        )
      }
      if (unknownPayments > 0) {
        services.logWarning(`Stripe had ${unknownPayments} payments that were not known here`)
      }
      if (unknownRefunds > 0) {
        services.logWarning(`Stripe had ${unknownRefunds} refunds that were not known here`)
      }
    },
  },
]

/** Creates the background worker for payments. */
export function openBillingWork(services: Services) {
  let timer: NodeJS.Timeout | undefined
  let isStopping = false
  let isWoken = false
  let handling: Promise<void> | undefined
  let running: Promise<void> | undefined

  /** Loops until no new event has arrived. */
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
        if (claimed) await job.run(services, claimed.ranBefore)
      } catch (error) {
        if (!isForLater(error)) services.logError(error, job.name)
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
      timer = setInterval(tick, MINUTE)
    },
    /** Starts handling the events that have arrived. */
    wake() {
      isWoken = true
      handling ??= handleAll()
    },
    /** Resolves when each event that has arrived was handled, or failed and waits for a retry. */
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

/** Takes a job when it is due, so that of all processes one does it. */
async function claim({ db, now }: Services, { name, every }: Job) {
  const time = now()
  return db.transaction(async (tx) => {
    const [last] = await tx.select().from(jobs).where(eq(jobs.name, name))
    const claimed = await tx
      .insert(jobs)
      .values({ name, ranAt: time })
      .onConflictDoUpdate({
        target: jobs.name,
        set: { ranAt: time },
        // A clock that was set back leaves `ranAt` in the future. Run the job anyway.
        setWhere: or(lte(jobs.ranAt, subMilliseconds(time, every)), gt(jobs.ranAt, time)),
      })
      .returning({ name: jobs.name })
    return claimed.length > 0 ? { ranBefore: last?.ranAt ?? null } : null
  })
}
