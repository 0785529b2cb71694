import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { etag } from 'hono/etag'
import { FREE_LISTINGS } from '#contract/choices.ts'
import { listFreeListings } from '#contract/listings.ts'
import { createCache } from '../cache.ts'
import { PRERENDERED } from '../client-build.ts'
import { MOST_EFFORT } from '../compression.ts'
import { sendText } from '../http.ts'
import { type Drawn, openPrerendered } from '../prerendered.ts'
import { findPreview } from '../search.ts'
import { contentSecurityPolicy } from '../security-headers.ts'
import type { Services } from '../services.ts'

/** Each of the pages as it is, and one of before for those who ask meanwhile. */
const KEPT = 2 * PRERENDERED.length

interface Build {
  clientDirectory: string
  prerenderDirectory: string
}

/** Serves the public pages with everything on them, so that they are seen before any script runs. */
export function publicPages(
  app: Hono,
  { db, catalogue, payments, report }: Services,
  { clientDirectory, prerenderDirectory }: Build,
) {
  const prerendered = openPrerendered(clientDirectory, prerenderDirectory)
  if (!prerendered) return
  const pages = createCache<Drawn>(KEPT)

  const draw = async (path: string) => {
    if (path !== '/free-preview') return pages.get(path, () => prerendered.draw(path))
    const revision = await catalogue.revision()
    return pages.get(`${path} ${revision}`, async () => {
      const results = await findPreview(db, FREE_LISTINGS)
      return prerendered.draw(path, listFreeListings.output.parse({ results }))
    })
  }

  for (const path of PRERENDERED) {
    app.get(path, etag(), async (c, next) => {
      // What stands behind the path may change the page, and is for the client to read.
      if (new URL(c.req.url).search) return next()
      try {
        const { page, style, script } = await draw(path)
        c.header(
          'content-security-policy',
          contentSecurityPolicy({ hasStripe: payments.sandbox === null, style, script }),
        )
        const headers = {
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-cache',
        }
        return await sendText(c, page, headers, MOST_EFFORT)
      } catch (error) {
        // The page without anything on it opens all the same, and says what is wrong.
        report(error, randomUUID())
        return next()
      }
    })
  }
}
