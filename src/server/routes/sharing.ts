import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { etag } from 'hono/etag'
import { getSharedListing } from '#contract/sharing.ts'
import { JsonBytes, type Serve, sendText } from '../http.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { findSharedListing } from '../shared-listings.ts'
import { unfurl, unfurlNothing } from '../unfurl.ts'

export function sharingRoutes(serve: Serve, { db }: Services) {
  serve(getSharedListing, async ({ input }) =>
    JsonBytes.of(getSharedListing.output.parse(await findSharedListing(db, input.id))),
  )
}

/**
 * Serves the client's page for the link to a listing with a head that speaks of that listing.
 * `clientDirectory` is where its build lies.
 */
export function sharedPages(app: Hono, services: Services, clientDirectory: string) {
  const page = join(clientDirectory, 'index.html')

  app.get('/listings', etag(), async (c, next) => {
    const id = c.req.query('listing')
    if (!id) return next()
    const { origin } = new URL(services.siteUrl())

    const html = await unfurlLink(await readFile(page, 'utf8'), { id, origin }, services)
    return sendText(c, new TextEncoder().encode(html), {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    })
  })
}

async function unfurlLink(
  page: string,
  { id, origin }: { id: string; origin: string },
  { db, report }: Services,
) {
  try {
    return unfurl(page, await findSharedListing(db, id), origin)
  } catch (error) {
    if (error instanceof Refusal) return unfurlNothing(page, error.detail)
    // The page itself needs no database, and opens without what was to be said of the house.
    report(error, randomUUID())
    return page
  }
}
