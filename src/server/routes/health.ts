import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { withTimeout } from '#server/concurrency/concurrency.ts'
import type { Services } from '../services.ts'

const DATABASE_TIMEOUT_MS = 2000

/**
 * Endpoints for load balancers. `/healthz` succeeds while the process runs. `/readyz` succeeds
 * while the process can serve requests.
 */
export function healthRoutes(app: Hono, { db }: Services, stopping?: AbortSignal) {
  app.get('/healthz', (c) => c.json({ status: 'ok' }, 200, NOT_KEPT))

  app.get('/readyz', async (c) => {
    if (stopping?.aborted) return c.json({ detail: 'This process is about to stop' }, 503, NOT_KEPT)
    const answers = db.execute(sql`select 1`).then(
      () => true,
      () => false,
    )
    return (await withTimeout(DATABASE_TIMEOUT_MS, answers, false))
      ? c.json({ status: 'ok' }, 200, NOT_KEPT)
      : c.json({ detail: 'The database does not answer' }, 503, NOT_KEPT)
  })
}

const NOT_KEPT = { 'cache-control': 'no-store' }
