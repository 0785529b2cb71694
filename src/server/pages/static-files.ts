import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono, MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { contentSecurityPolicy } from '#server/http/security-headers.ts'
import { scriptDigests } from './inline-scripts.ts'

const FOREVER = 'public, max-age=31536000, immutable'
/** Kept, but asked for each time: their names stay while their content changes. */
const REVALIDATED = 'no-cache'

/**
 * Serves the client that was built into `directory`: its files, and its page for whatever may be
 * one; and the assets of the builds before it, which are in `earlier`.
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

/** Says how long a file that is found is kept; not finding one is never remembered. */
function kept(cacheControl: string): MiddlewareHandler {
  return (c, next) => {
    c.header('cache-control', cacheControl)
    return next()
  }
}

/** Lets the page in `directory` run the script that stands in it, whichever build that is of. */
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

/** Another one for each time that a file was written; empty when it is not there. */
function versionOf(path: string) {
  return stat(path).then(
    ({ ino, mtimeMs, size }) => `${ino} ${mtimeMs} ${size}`,
    () => '',
  )
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
