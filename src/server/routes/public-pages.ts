import type { Context, Hono } from 'hono'
import { FREE_LISTINGS } from '#contract/choices.ts'
import { listFreeListings } from '#contract/listings.ts'
import { createCache } from '#server/concurrency/cache.ts'
import { MOST_EFFORT } from '#server/http/compression.ts'
import { contentSecurityPolicy } from '#server/http/security-headers.ts'
import { summaryOf } from '#server/listings/listing-records.ts'
import { findPreview } from '#server/listings/search.ts'
import type { Drawn, Prerendered } from '#server/pages/prerendered.ts'
import { requestIdOf } from '../http/input.ts'
import { nameOf, sendNamed } from '../http/output.ts'
import type { Services } from '../services.ts'

const PATHS = ['/free-preview', '/login', '/register']
/** Each of the pages as it is, and one of before for those who ask meanwhile. */
const KEPT = 2 * PATHS.length

/** Serves the public pages with everything on them, so that they are seen before any script runs. */
export function publicPages(app: Hono, services: Services, prerendered: Prerendered) {
  const { db, catalogue, report } = services
  const pages = createCache<Drawn>(KEPT)

  const draw = async (path: string) => {
    if (path !== '/free-preview') return pages.get(path, () => prerendered.draw({ path }))
    const revision = await catalogue.revision()
    return pages.get(`${path} ${revision}`, async () => {
      const results = await findPreview(db, FREE_LISTINGS)
      const answer = listFreeListings.output.parse({ results: results.map(summaryOf) })
      return prerendered.draw({ path, answer })
    })
  }

  for (const path of PATHS) {
    app.get(path, async (c, next) => {
      // Leads back to somewhere from the links of the page. The rest is what others add to links.
      if (path !== '/free-preview' && c.req.query('from') !== undefined) return next()
      try {
        const drawn = await draw(path)
        return await sendPage(c, drawn.page, drawn, services, MOST_EFFORT)
      } catch (error) {
        // The page without anything on it opens all the same, and says what is wrong.
        report(error, requestIdOf(c))
        return next()
      }
    })
  }
}

interface Inline {
  /** Digests of what stands in a page. */
  styles?: string[]
  scripts?: string[]
}

/** Sends a page under a policy that allows what stands in it. */
export function sendPage(
  c: Context,
  page: Uint8Array<ArrayBuffer>,
  { styles, scripts }: Inline,
  { payments }: Pick<Services, 'payments'>,
  effort?: number,
) {
  const hasStripe = payments.sandbox === null
  c.header('content-security-policy', contentSecurityPolicy({ hasStripe, styles, scripts }))
  const named = { bytes: page, etag: nameOf(page) }
  return sendNamed(c, named, {
    type: 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    ...(effort !== undefined && { effort }),
  })
}
