import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context, Hono } from 'hono'
import { getSharedListing, type SharedListing } from '#contract/sharing.ts'
import { Id } from '#contract/values.ts'
import { createCache } from '../cache.ts'
import { MOST_EFFORT } from '../compression.ts'
import { requestIdOf } from '../http/input.ts'
import { JsonBytes } from '../http/output.ts'
import type { Serve } from '../http.ts'
import { scriptDigests } from '../inline.ts'
import type { Drawn, Prerendered } from '../prerendered.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { findSharedListing } from '../shared-listings.ts'
import { unfurl, unfurlNothing } from '../unfurl.ts'
import { sendPage } from './public-pages.ts'

export function sharingRoutes(serve: Serve, { db }: Services) {
  serve(getSharedListing, async ({ input }) =>
    JsonBytes.of(getSharedListing.output.parse(await findSharedListing(db, input.id))),
  )
}

/** How many drawn pages are kept. */
const KEPT = 200

interface Client {
  /** Where its build lies. */
  clientDirectory: string
  /** What draws its pages, if they are to be drawn on the server. */
  prerendered: Prerendered | null
}

/**
 * Serves the page for the link to a listing: as a visitor sees it, with a head that speaks of that
 * listing. Whoever has access has a browser that knows, and shows another.
 */
export function sharedPages(
  app: Hono,
  services: Services,
  { clientDirectory, prerendered }: Client,
) {
  const { report } = services
  const template = join(clientDirectory, 'index.html')
  const pages = createCache<Drawn>(KEPT)

  app.get('/listings', async (c, next) => {
    const id = c.req.query('listing')
    if (!id) return next()
    const { origin } = new URL(services.siteUrl())

    const answer = await answerLink(c, id, services)
    const describe = (page: string) => describeAnswer(page, answer, origin)
    // Whatever else stands in the address.
    if (prerendered && answer && Id.safeParse(id).success) {
      try {
        const drawn = await pages.get(JSON.stringify(answer), () =>
          prerendered.draw({ path: '/listings', search: `?listing=${id}`, answer, describe }),
        )
        return await sendPage(c, drawn.page, drawn, services, MOST_EFFORT)
      } catch (error) {
        report(error, requestIdOf(c))
      }
    }
    const page = await readFile(template, 'utf8')
    return sendPage(
      c,
      new TextEncoder().encode(describe(page)),
      { scripts: scriptDigests(page) },
      services,
    )
  })
}

/** What the API says of a link: its listing, or why there is none. */
type Answer = SharedListing | { detail: string }

/** Undefined when the database is away. The page itself needs none. */
async function answerLink(
  c: Context,
  id: string,
  { db, report }: Services,
): Promise<Answer | undefined> {
  try {
    return getSharedListing.output.parse(await findSharedListing(db, id))
  } catch (error) {
    if (error instanceof Refusal) return { detail: error.detail }
    report(error, requestIdOf(c))
    return undefined
  }
}

function describeAnswer(page: string, answer: Answer | undefined, origin: string) {
  if (!answer) return page
  return 'detail' in answer ? unfurlNothing(page, answer.detail) : unfurl(page, answer, origin)
}
