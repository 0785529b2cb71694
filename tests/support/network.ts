import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a network does with a request. */
export type Fate =
  | 'pass'
  /** The connection is refused, or cut. */
  | 'refuse'
  | 'error500'
  /** It is accepted, and never answered. */
  | 'hang'
  /** It is kept back until the network changes, and then has the fate of the day. */
  | 'hold'
  /** A page to sign in at is the answer to everything, as in hotels. */
  | 'portal'

interface Request {
  method: string
  /** With its query. */
  path: string
}

const PORTAL_PAGE = '<!doctype html><title>Welcome to our Wi-Fi</title><h1>Please sign in</h1>'

/**
 * An address that stays the same, and the way from there to `target`, which fails as networks do.
 * It takes every request to its `target` until told otherwise.
 */
export async function openNetwork(target: string) {
  const agent = new http.Agent({ keepAlive: true })
  let origin = target
  let fateOf: (request: Request) => Fate = () => 'pass'
  let requests: Request[] = []
  const held = new Set<() => void>()

  const server = http.createServer((request, response) => {
    const { method = '', url: path = '' } = request
    requests.push({ method, path })
    meet(request, response)
  })
  await listen(0)
  const { port } = server.address() as AddressInfo

  function meet(request: http.IncomingMessage, response: http.ServerResponse) {
    const fate = fateOf({ method: request.method ?? '', path: request.url ?? '' })
    if (fate === 'pass') pass(request, response)
    else if (fate === 'refuse') request.destroy()
    else if (fate === 'error500') response.writeHead(500).end('{"detail":"Internal server error"}')
    else if (fate === 'portal') response.writeHead(200, HTML).end(PORTAL_PAGE)
    else if (fate === 'hold') held.add(() => meet(request, response))
  }

  function pass(request: http.IncomingMessage, response: http.ServerResponse) {
    const onward = http.request(new URL(request.url ?? '', origin), {
      method: request.method,
      headers: request.headers,
      agent,
    })
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  }

  async function listen(port: number) {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }

  async function unlisten() {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  return {
    origin: `http://localhost:${port}`,

    /** Gives every request from now on a fate, or each its own. When all are refused, nobody listens. */
    async set(fate: Fate | typeof fateOf) {
      fateOf = typeof fate === 'function' ? fate : () => fate
      if (fate === 'refuse') await unlisten()
      else if (!server.listening) await listen(port)
      const waiting = [...held]
      held.clear()
      for (const meetAgain of waiting) meetAgain()
    },

    /** Leads to another place, under the same address. */
    leadTo(target: string) {
      origin = target
    },

    /** What has arrived since `forgetRequests`, whatever became of it. */
    requests: (method: string, path: RegExp) =>
      requests.filter((request) => request.method === method && path.test(request.path)),
    forgetRequests() {
      requests = []
    },

    async close() {
      await unlisten()
      agent.destroy()
    },
  }
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }
