import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import { etag } from 'hono/etag'

const FOREVER = 'public, max-age=31536000, immutable'
/** Kept, but asked for each time: their names stay while their content changes. */
const REVALIDATED = 'no-cache'

/** Serves the client that was built into `directory`: its files, and its page for whatever may be one. */
export function serveClient(app: Hono, directory: string) {
  const files = { root: directory, precompressed: true }
  const kept = (value: string) => (_path: string, c: Context) => c.header('cache-control', value)

  app.get('/assets/*', serveStatic({ ...files, onFound: kept(FOREVER) }))
  app.get('/assets/*', (c) => c.notFound())

  const file = serveStatic({ ...files, onFound: kept(REVALIDATED) })
  const page = serveStatic({ ...files, path: 'index.html', onFound: kept(REVALIDATED) })
  app.get('*', etag(), file, (c, next) => (mayBePage(c.req.path) ? page(c, next) : next()))
}

/** Whether the client has a page for a path; its own "Page not found" is one as well. */
function mayBePage(path: string) {
  const name = decode(path)
  return name !== null && !/[\p{Cc}\\.]|\/\//u.test(name) && !/^\/(v1|images)(\/|$)/.test(name)
}

function decode(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
