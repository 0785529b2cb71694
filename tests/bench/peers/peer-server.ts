import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { compressFiles } from '#server/build/client-build.ts'
import { browserUrl, listen, stopListening } from '#server/http/listen.ts'
import { serveClient } from '#server/pages/static-files.ts'
import { removeDirectory, temporaryDirectory } from '#tests/support/product.ts'

/** The response headers to forward: those that describe the body. */
const HEADERS = ['content-type', 'content-encoding', 'cache-control']

export interface PeerData {
  /** A folder with recorded responses. The file `v1/cities.json` answers `/v1/cities`. */
  folder: string | undefined
  /** The origin of our own server. It answers each request for which `folder` has no file. */
  product: string
}

export type ServedPeer = Awaited<ReturnType<typeof servePeer>>

/**
 * Serves another app's build with our own static file server and compression, so that only the
 * builds differ.
 */
export async function servePeer(build: string, data: PeerData) {
  const directory = temporaryDirectory()
  cpSync(build, directory, { recursive: true })
  if (data.folder) cpSync(data.folder, directory, { recursive: true })
  compressFiles(directory)

  const app = new Hono()
  const file = serveStatic({ root: directory, precompressed: true })
  const json = serveStatic({
    root: directory,
    precompressed: true,
    rewriteRequestPath: (path) => `${path}.json`,
  })
  app.get('/v1/*', json)
  app.get('/images/*', file)
  app.on('GET', ['/v1/*', '/images/*'], (c) => forward(c, data.product))
  serveClient(app, directory)

  const server = await listen(getRequestListener(app.fetch), { host: '127.0.0.1', port: 0 })
  return {
    origin: browserUrl(server),
    async close() {
      await stopListening(server)
      removeDirectory(directory)
    },
  }
}

/**
 * Forwards a request to our server. Does not use `fetch`, because it would decompress the response.
 */
async function forward(c: Context, product: string) {
  const { pathname, search } = new URL(c.req.url)
  const clientRequest = get(product + pathname + search, { headers: c.req.header() })
  const [answer]: IncomingMessage[] = await once(clientRequest, 'response')
  if (!answer) throw new Error(`${pathname} was not answered`)
  const headers = new Headers()
  for (const name of HEADERS) {
    const value = answer.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return new Response(new Uint8Array(await buffer(answer)), { status: answer.statusCode, headers })
}
