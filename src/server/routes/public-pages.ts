import type { Context, Hono } from 'hono'
import { FREE_LISTINGS } from '#contract/choices.ts'
import { type CatalogueCounts, listFreeListings } from '#contract/listings.ts'
import { createCache } from '#server/concurrency/cache.ts'
import { MOST_EFFORT } from '#server/http/compression.ts'
import { contentSecurityPolicy } from '#server/http/security-headers.ts'
import { toCardRecord } from '#server/listings/listing-records.ts'
import { findPreview } from '#server/listings/preview.ts'
import { describePublicPage } from '#server/pages/open-graph.ts'
import type { Prerendered, PrerenderedPage } from '#server/pages/prerendered.ts'
import { visitorDisplay } from '#server/rates/convert.ts'
import { requestIdOf } from '../http/input.ts'
import { etag, sendNamed } from '../http/output.ts'
import type { Services } from '../services.ts'

export const PATHS = ['/buying', '/free-preview', '/login', '/register']
const TITLE = 'Engawa: vacant houses in Japan'
/**
 * The cache holds several versions of each page: the current ones, in the currencies of visitors,
 * and old ones while the catalogue changes.
 */
const MAX_CACHED_PAGES = 4 * PATHS.length

/** Serves prerendered public pages, so that visitors see them before any script runs. */
export function publicPages(app: Hono, services: Services, prerendered: Prerendered) {
  const { db, catalogue, rates, siteUrl, logError } = services
  const pages = createCache<PrerenderedPage>(MAX_CACHED_PAGES)

  const draw = async (path: string, language: string | undefined) => {
    const { all: counts } = await catalogue.counts()
    const address = new URL(path, siteUrl()).href
    const head = {
      description: describePublicPage({ title: TITLE, description: describe(counts) }, address),
    }
    if (path !== '/free-preview') {
      return pages.get(JSON.stringify([path, counts]), () => prerendered.draw({ path, head }))
    }
    const revision = await catalogue.revision()
    const display = visitorDisplay(rates.current(), language)
    return pages.get(JSON.stringify([path, revision, counts, display]), async () => {
      const results = await findPreview(db, FREE_LISTINGS)
      const answer = listFreeListings.output.parse({
        results: results.map(toCardRecord),
        catalogue: counts,
        display,
      })
      return prerendered.draw({ path, answer, head })
    })
  }

  for (const path of PATHS) {
    app.get(path, async (c, next) => {
      // Send the empty page if the query has `from`. The links of the page depend on this
      // parameter, but cached pages are rendered without it. Other parameters are ignored.
      if (path !== '/free-preview' && c.req.query('from') !== undefined) return next()
      try {
        const drawn = await draw(path, c.req.header('accept-language'))
        return await sendPage(c, drawn.page, drawn, services, MOST_EFFORT)
      } catch (error) {
        // Rendering failed, so send the empty page. The app then loads the data itself, and shows
        // an error if its request fails too.
        logError(error, requestIdOf(c))
        return next()
      }
    })
  }
}

/**
 * The description for search engines, with the numbers of houses and prefectures in the catalogue.
 */
function describe({ houses, prefectures }: CatalogueCounts) {
  const free = Math.min(houses, FREE_LISTINGS)
  return houses === 0
    ? 'Vacant houses for sale in Japan.'
    : `${counted(houses, 'vacant house')} for sale in ${counted(prefectures, 'prefecture')} of Japan. Look at ${free} for free.`
}

function counted(count: number, noun: string) {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

interface Inline {
  /** Hashes of the page's inline code, for its content security policy. */
  styles?: string[]
  scripts?: string[]
}

/** Sends a page with a policy that allows its inline code. */
export function sendPage(
  c: Context,
  page: Uint8Array<ArrayBuffer>,
  { styles, scripts }: Inline,
  { payments, basemap }: Pick<Services, 'payments' | 'basemap'>,
  effort?: number,
) {
  const hasStripe = payments.sandbox === null
  const sources = { hasStripe, basemap: basemap?.origin }
  c.header('content-security-policy', contentSecurityPolicy({ ...sources, styles, scripts }))
  const named = { bytes: page, etag: etag(page) }
  return sendNamed(c, named, {
    type: 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    ...(effort !== undefined && { effort }),
  })
}
