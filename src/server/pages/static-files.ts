import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono, MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { contentSecurityPolicy, type OutsideSources } from '#server/http/security-headers.ts'
import { scriptDigests } from './inline-scripts.ts'

const FOREVER = 'public, max-age=31536000, immutable'
/** Browsers may cache files that change under the same name, but must revalidate them. */
const REVALIDATED = 'no-cache'

/**
 * Serves the files of the client in `directory`: `index.html` for the paths of pages, and old
 * assets from `earlier`.
 */
export function serveClient(app: Hono, directory: string, earlier?: string) {
  const files = { root: directory, precompressed: true }
  const file = serveStatic(files)
  const page = serveStatic({ ...files, path: 'index.html' })

  app.get('/assets/*', cacheFor(FOREVER), file)
  if (earlier) app.get('/assets/*', serveStatic({ root: earlier, precompressed: true }))
  app.get('/assets/*', (c) => c.notFound())
  app.get('*', cacheFor(REVALIDATED), etag(), file, (c, next) =>
    mayBePage(c.req.path) ? page(c, next) : next(),
  )
}

/**
 * Sets the header `cache-control` for files. If a file is missing, the handler for 404 overwrites
 * this header, so a 404 is never cached.
 */
function cacheFor(cacheControl: string): MiddlewareHandler {
  return (c, next) => {
    c.header('cache-control', cacheControl)
    return next()
  }
}

/**
 * Sets a content security policy that allows the inline scripts of the current `index.html`. After
 * a new build, the policy changes without a restart.
 */
export function allowInline(directory: string, sources: OutsideSources): MiddlewareHandler {
  const page = join(directory, 'index.html')
  let version: string | undefined
  let policy = ''
  return async (c, next) => {
    if (c.req.path.startsWith('/assets/')) return next()
    const found = await versionOf(page)
    if (found !== version) {
      const scripts = scriptDigests(await readFile(page, 'utf8').catch(() => ''))
      policy = contentSecurityPolicy({ ...sources, scripts })
      version = found
    }
    c.header('content-security-policy', policy)
    return next()
  }
}

/** A text that changes whenever the file is rewritten. Empty if the file does not exist. */
function versionOf(path: string) {
  return stat(path).then(
    ({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`,
    () => '',
  )
}

/**
 * Whether a path may belong to a page of the client. This includes unknown paths, because the
 * client shows its own "Page not found".
 */
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
