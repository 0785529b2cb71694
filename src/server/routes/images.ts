import type { Hono } from 'hono'
import { LINK_PREVIEW, PHOTO_WIDTHS } from '#contract/photos.ts'
import type { Rendition } from '#server/images/convert-image.ts'
import type { Services } from '../services.ts'

const CONTENT_TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
}

/**
 * Serves the photos of listings. The photo at a URL never changes, so browsers can cache it for
 * ever.
 */
export function imageRoutes(app: Hono, { images }: Services) {
  app.get('/images/:path', async (c) => {
    const path = c.req.param('path')
    const rendition = readRendition(new URL(c.req.url).search)
    const content = rendition !== null && (await images.read(path, rendition))
    if (!content) {
      // Do not cache a 404, because a missing AVIF rendition may exist a minute later.
      c.header('cache-control', 'no-store')
      return c.notFound()
    }

    const [digest, originalType = ''] = path.split('.')
    const type = rendition?.format ?? originalType
    const headers = {
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${digest}-${rendition?.width ?? 'original'}.${type}"`,
    }
    if (c.req.header('if-none-match')?.includes(headers.etag)) return c.body(null, 304, headers)
    return c.body(content, 200, {
      ...headers,
      'content-type': CONTENT_TYPES[type] ?? 'application/octet-stream',
      'content-length': String(content.length),
      'content-disposition': 'inline',
      // A photo that is opened directly can load nothing and run nothing.
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
  })
}

/** Parses `?w=720`, `?w=720&f=avif` or `?w=1200`. Undefined for the original, null if invalid. */
function readRendition(search: string): Rendition | undefined | null {
  if (search === '') return undefined
  // Accept only one form of the query for each rendition (a size and format of the photo).
  // Otherwise, caches would store the same rendition under several URLs.
  if (search === `?w=${LINK_PREVIEW.width}`) {
    return { width: LINK_PREVIEW.width, format: 'jpeg' }
  }
  const [, digits, format] = search.match(/^\?w=(\d+)(&f=avif)?$/) ?? []
  const width = PHOTO_WIDTHS.find((width) => String(width) === digits)
  return width ? { width, format: format ? 'avif' : 'webp' } : null
}
