import type { Hono } from 'hono'
import { BASEMAP_PATH, getBasemap, getBorders } from '#contract/basemap.ts'
import { parseRange, readRange } from '#server/basemap/read-range.ts'
import { findBorders, findBordersCredit } from '#server/borders/stored-borders.ts'
import { JsonBytes } from '#server/http/output.ts'
import type { Serve } from '#server/http/serve.ts'
import type { Services } from '../services.ts'

/**
 * Serves the borders of municipalities and parts of the street map file. The operator provides
 * both.
 */
export function basemapRoutes(app: Hono, serve: Serve, { db, basemap }: Services) {
  serve(getBasemap, async () => ({
    url: basemap?.url ?? null,
    borders: await findBordersCredit(db),
  }))

  // Serialise the borders to bytes with an ETag, so that a browser that has cached them gets a 304.
  serve(getBorders, async ({ input: { prefecture } }) =>
    JsonBytes.of({ path: await findBorders(db, prefecture) }),
  )

  const file = basemap?.file
  if (!file) return
  app.get(BASEMAP_PATH, async (c) => {
    const range = parseRange(c.req.header('range'))
    if (!range) {
      return c.json({ detail: 'Ask for a range of at most 1 MB' }, 416, {
        'cache-control': 'no-store',
      })
    }
    const { bytes, size, etag } = await readRange(file, range)
    if (bytes.length === 0) return c.body(null, 416, { 'content-range': `bytes */${size}` })
    return c.body(new Uint8Array(bytes), 206, {
      'content-type': 'application/octet-stream',
      'content-range': `bytes ${range.first}-${range.first + bytes.length - 1}/${size}`,
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      // After the operator replaces the file, the same range contains other tiles. The ETag then
      // differs, so that browsers notice the replacement.
      'cache-control': 'public, max-age=86400',
      etag,
    })
  })
}
