import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type Stripe from 'stripe'
import type { AnsweredRequest } from '#server/http/request-log.ts'
import type { OpenDatabase } from '../db/database.ts'
import type { Payments } from '../payments/payments.ts'
import { timeQueries } from './queries.ts'
import { workCounter } from './work.ts'

/**
 * Histogram buckets for response times, in seconds. The first buckets are for cached responses, and
 * the last ones for payments that wait for a bank.
 */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

interface Watched {
  payments: Pick<Payments, 'stripe'>
  database: Pick<OpenDatabase, 'db' | 'pool'>
}

export type Metrics = ReturnType<typeof openMetrics>

/**
 * The metrics of this process, and of the work that all processes share, in Prometheus' text
 * format.
 */
export function openMetrics({ database, payments }: Watched) {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })

  const requests = new Histogram({
    name: 'engawa_http_request_seconds',
    help: 'Requests by method, route and status. Status 0: the client left before the response',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })

  const queries = new Histogram({
    name: 'engawa_database_query_seconds',
    help: 'Duration of queries by command, without the wait for a connection',
    labelNames: ['command'],
    buckets: BUCKETS,
    registers,
  })
  timeQueries(database.pool, (command, seconds) => queries.observe({ command }, seconds))

  new Gauge({
    name: 'engawa_database_connections',
    help: 'Connections to the database, and the callers that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      const { totalCount, idleCount, waitingCount } = database.pool
      this.set({ state: 'busy' }, totalCount - idleCount)
      this.set({ state: 'idle' }, idleCount)
      this.set({ state: 'waited for' }, waitingCount)
    },
  })

  const calls = new Histogram({
    name: 'engawa_stripe_call_seconds',
    help: 'Stripe responses by request',
    labelNames: ['method', 'path', 'status'],
    buckets: BUCKETS,
    registers,
  })
  payments.stripe.on('response', ({ method, path, status, elapsed }: Stripe.ResponseEvent) => {
    calls.observe({ method, path: withoutIds(path), status }, elapsed / 1000)
  })

  const countWork = workCounter(database.db, registers)

  return {
    countRequest({ method, route, status, seconds }: AnsweredRequest) {
      requests.observe({ method, route, status }, seconds)
    },
    /** The content type and the text of all metrics. */
    async read() {
      await countWork()
      return { type: register.contentType, text: await register.metrics() }
    },
  }
}

/**
 * Replaces ids such as `cus_4Qf9…` in a path, because ids identify users, and because each id would
 * create a separate metric.
 */
function withoutIds(path: string) {
  return path.replace(/\?.*/, '').replace(/^(\/v1\/\w+\/)[^/]+/, '$1:id')
}
