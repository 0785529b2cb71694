import { readFile } from 'node:fs/promises'
import type { BlockList } from 'node:net'
import { join } from 'node:path'
import type { Context, Hono } from 'hono'
import { SHARE_KEY } from '#contract/query-values.ts'
import { housePath, type ListingLink, sharedPath } from '#contract/shared-path.ts'
import { getSharedListing, type SharedListing } from '#contract/sharing.ts'
import { Id } from '#contract/values.ts'
import { createCache } from '#server/concurrency/cache.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { MOST_EFFORT } from '#server/http/compression.ts'
import { addressOf, type Serve } from '#server/http/serve.ts'
import { scriptDigests } from '#server/pages/inline-scripts.ts'
import { describeListing, describeMissing } from '#server/pages/open-graph.ts'
import { fillSlots } from '#server/pages/page-slots.ts'
import type { Prerendered, PrerenderedPage } from '#server/pages/prerendered.ts'
import { type Opening, openLink } from '#server/sharing/shared-listings.ts'
import { requestIdOf } from '../http/input.ts'
import { JsonBytes } from '../http/output.ts'
import type { Services } from '../services.ts'
import { sendPage } from './public-pages.ts'

export function sharingRoutes(serve: Serve, services: Services) {
  serve(getSharedListing, async ({ input: { id, key }, ip }) =>
    JsonBytes.of(getSharedListing.output.parse(await openLink(services, { id, key, ip }))),
  )
}

const MAX_CACHED_PAGES = 200

interface Client {
  clientDirectory: string
  /** The prerenderer, or null to send the empty page. */
  prerendered: Prerendered | null
  /** Proxies whose `X-Forwarded-For` is trusted. */
  proxies: BlockList | undefined
}

/**
 * Serves the page of a listing or of a shared link, rendered for visitors and with the listing's
 * Open Graph tags. In a subscriber's browser, the app then shows its own page instead.
 */
export function sharedPages(
  app: Hono,
  services: Services,
  { clientDirectory, prerendered, proxies }: Client,
) {
  const { logError } = services
  const template = join(clientDirectory, 'index.html')
  const pages = createCache<PrerenderedPage>(MAX_CACHED_PAGES)

  app.get('/listings', (c, next) => {
    const id = c.req.query('listing')
    return id ? sendListing(c, id, sharedPath) : next()
  })

  app.get('/listings/:id', (c) => sendListing(c, c.req.param('id'), housePath))

  async function sendListing(c: Context, id: string, pathOf: (link: ListingLink) => string) {
    const { origin } = new URL(services.siteUrl())
    const written = c.req.query('key') ?? ''
    const key = SHARE_KEY.test(written) ? written : undefined

    const answer = await answerLink(c, { id, key, ip: addressOf(c, proxies) }, services)
    // Build the address from id and key only, so that other parameters do not fill the cache.
    const link = pathOf({ id, key })
    const { pathname, search } = new URL(link, origin)
    const head = describeAnswer(answer, origin + link)
    if (prerendered && answer && Id.safeParse(id).success) {
      try {
        const drawn = await pages.get(JSON.stringify([link, answer]), () =>
          prerendered.draw({ path: pathname, page: '/listings', search, answer, head }),
        )
        return await sendPage(c, drawn.page, drawn, services, MOST_EFFORT)
      } catch (error) {
        logError(error, requestIdOf(c))
      }
    }
    const page = await readFile(template, 'utf8')
    return sendPage(
      c,
      new TextEncoder().encode(fillSlots(page, head)),
      { scripts: scriptDigests(page) },
      services,
    )
  }
}

/** The API's response for a link: the listing, or the reason why it cannot be shown. */
type Answer = SharedListing | { detail: string }

/**
 * The response for a link. Undefined if the database is unavailable, or if too many links were
 * opened. The page is then sent without data. In the browser, the app requests the data again, and
 * shows the error of this request.
 */
async function answerLink(
  c: Context,
  opening: Opening,
  services: Services,
): Promise<Answer | undefined> {
  try {
    return getSharedListing.output.parse(await openLink(services, opening))
  } catch (error) {
    if (error instanceof Refusal) {
      return error.status === 404 ? { detail: error.detail } : undefined
    }
    services.logError(error, requestIdOf(c))
    return undefined
  }
}

function describeAnswer(answer: Answer | undefined, link: string) {
  if (!answer) return {}
  return 'detail' in answer ? describeMissing(answer.detail) : describeListing(answer, link)
}
