import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { addressOf, listen, stopListening } from '#server/http/listen.ts'
import { compressFiles } from '#server/pages/client-build.ts'
import { serveClient } from '#server/pages/static-files.ts'
import { removeDirectory, temporaryDirectory } from '#tests/support/product.ts'

/** What an answer of the product says of its own bytes. */
const HEADERS = ['content-type', 'content-encoding', 'cache-control']

export interface PeerData {
  /** `/v1/cities` is answered with `v1/cities.json` in it, where that is. */
  folder: string | undefined
  /** Answers what is not in the folder. */
  product: string
}

export type ServedPeer = Awaited<ReturnType<typeof servePeer>>

/** Serves a build as ours is served: from the same code, compressed in the same way. */
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
  app.on('GET', ['/v1/*', '/images/*'], (c) => passOn(c, data.product))
  serveClient(app, directory)

  const server = await listen(getRequestListener(app.fetch), { host: '127.0.0.1', port: 0 })
  return {
    origin: addressOf(server),
    async close() {
      await stopListening(server)
      removeDirectory(directory)
    },
  }
}

/** Forwards a request to the product. `fetch` would decompress the response, so it is not used. */
async function passOn(c: Context, product: string) {
  const { pathname, search } = new URL(c.req.url)
  const asking = get(product + pathname + search, { headers: c.req.header() })
  const [answer]: IncomingMessage[] = await once(asking, 'response')
  if (!answer) throw new Error(`${pathname} was not answered`)
  const headers = new Headers()
  for (const name of HEADERS) {
    const value = answer.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return new Response(new Uint8Array(await buffer(answer)), { status: answer.statusCode, headers })
}
