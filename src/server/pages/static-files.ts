import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono, MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { contentSecurityPolicy } from '#server/http/security-headers.ts'
import { scriptDigests } from './inline-scripts.ts'

const FOREVER = 'public, max-age=31536000, immutable'
/**
 * Browsers may cache these files but must revalidate them, since they change under the same name.
 */
const REVALIDATED = 'no-cache'

/**
 * Serves the client's files in `directory`, its `index.html` for page paths, and old assets from
 * `earlier`.
 */
export function serveClient(app: Hono, directory: string, earlier?: string) {
  const files = { root: directory, precompressed: true }
  const file = serveStatic(files)
  const page = serveStatic({ ...files, path: 'index.html' })

  app.get('/assets/*', kept(FOREVER), file)
  if (earlier) app.get('/assets/*', serveStatic({ root: earlier, precompressed: true }))
  app.get('/assets/*', (c) => c.notFound())
  app.get('*', kept(REVALIDATED), etag(), file, (c, next) =>
    mayBePage(c.req.path) ? page(c, next) : next(),
  )
}

/** Sets the cache lifetime of files. The 404 handler replaces it, so misses are never cached. */
function kept(cacheControl: string): MiddlewareHandler {
  return (c, next) => {
    c.header('cache-control', cacheControl)
    return next()
  }
}

/** Allows the inline script of the current `index.html`, even after a new build. */
export function allowInline(directory: string, hasStripe: boolean): MiddlewareHandler {
  const page = join(directory, 'index.html')
  let version: string | undefined
  let policy = ''
  return async (c, next) => {
    if (c.req.path.startsWith('/assets/')) return next()
    const found = await versionOf(page)
    if (found !== version) {
      const scripts = scriptDigests(await readFile(page, 'utf8').catch(() => ''))
      policy = contentSecurityPolicy({ hasStripe, scripts })
      version = found
    }
    c.header('content-security-policy', policy)
    return next()
  }
}

/** Changes whenever the file is rewritten. Empty if it does not exist. */
function versionOf(path: string) {
  return stat(path).then(
    ({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`,
    () => '',
  )
}

/** Whether a path may be a page of the client, including its "Page not found". */
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
