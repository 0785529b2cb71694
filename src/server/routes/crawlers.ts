import type { Hono } from 'hono'
import { FREE_LISTINGS } from '#contract/choices.ts'
import { housePath } from '#contract/shared-path.ts'
import { createCache } from '#server/concurrency/cache.ts'
import { findPreview } from '#server/listings/preview.ts'
import { escapeHtml } from '#server/pages/open-graph.ts'
import type { Services } from '../services.ts'

/** The public pages, except those of the free houses. */
export const PAGES = ['/free-preview', '/buying', '/register', '/login']

/**
 * Paths that crawlers must skip: the API, and pages for signed-in users, which show crawlers
 * nothing.
 */
export const PRIVATE = [
  ...[
    '/v1/',
    '/listings$',
    '/favorites',
    '/news',
    '/device',
    '/viewing-plan',
    '/shortlist',
    '/join',
    '/account',
    '/admin/',
  ],
  '/subscription/',
]

/**
 * Serves `/robots.txt` (RFC 9309) and `/sitemap.xml` (https://www.sitemaps.org/protocol.html) for
 * search engines. The sitemap contains only the free houses, because the ids of other houses would
 * reveal the catalogue.
 */
export function crawlerRoutes(app: Hono, { db, catalogue, siteUrl }: Services) {
  const sitemaps = createCache<string>(1)

  app.get('/robots.txt', (c) => {
    const lines = [
      'User-agent: *',
      'Allow: /v1/shared-listings/',
      ...PRIVATE.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${new URL('/sitemap.xml', siteUrl())}`,
      '',
    ]
    return c.text(lines.join('\n'), 200, { 'cache-control': 'no-cache' })
  })

  app.get('/sitemap.xml', async (c) => {
    const revision = await catalogue.revision()
    const sitemap = await sitemaps.get(JSON.stringify([siteUrl(), revision]), async () => {
      const houses = await findPreview(db, FREE_LISTINGS)
      return writeSitemap([...PAGES, ...houses.map(({ _id: id }) => housePath({ id }))], siteUrl())
    })
    return c.body(sitemap, 200, {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'no-cache',
    })
  })
}

function writeSitemap(paths: string[], origin: string) {
  const urls = paths.map(
    (path) => `<url><loc>${escapeHtml(new URL(path, origin).href)}</loc></url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}
