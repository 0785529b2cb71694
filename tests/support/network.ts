import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a network does with a request. */
export type Fate =
  | 'pass'
  /** The connection is refused, or cut. */
  | 'refuse'
  | 'error500'
  /** A proxy answers in place of a server that fails, or is not there. */
  | 'proxy500'
  | 'proxy502'
  /** What answers is not HTTP, as where TLS is cut in the middle of a handshake. */
  | 'garble'
  /** The server does what was asked, and its answer is lost. */
  | 'lose'
  /** Every answer takes seconds. */
  | 'slow'
  /** It is accepted, and never answered. */
  | 'hang'
  /** It is kept back until the network changes, and then has the fate of the day. */
  | 'hold'
  /** A page to sign in at is the answer to everything, as in hotels. */
  | 'portal'
  /** The same by a redirect to a page elsewhere. */
  | 'redirect'

interface Request {
  method: string
  /** With its query. */
  path: string
}

/** How late an answer comes over a slow network; milliseconds. */
const SLOWNESS = 3_000
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
    else if (fate === 'proxy500') response.writeHead(500, HTML).end('<h1>500</h1>')
    else if (fate === 'proxy502') response.writeHead(502, HTML).end('<h1>502 Bad Gateway</h1>')
    else if (fate === 'garble') request.socket.end('\u0015\u0003\u0001 no HTTP')
    else if (fate === 'lose') pass(request, response, () => response.destroy())
    else if (fate === 'slow') setTimeout(() => pass(request, response), SLOWNESS)
    else if (fate === 'redirect') redirect(request, response)
    else if (fate === 'portal') response.writeHead(200, HTML).end(PORTAL_PAGE)
    else if (fate === 'hold') held.add(() => meet(request, response))
  }

  /** Leads to a page on another origin, which is this server under another name. */
  function redirect({ url, socket }: http.IncomingMessage, response: http.ServerResponse) {
    if (url === '/welcome') response.writeHead(200, HTML).end(PORTAL_PAGE)
    else response.writeHead(302, { location: `http://127.0.0.1:${socket.localPort}/welcome` }).end()
  }

  function pass(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    onAnswer?: () => void,
  ) {
    const onward = http.request(new URL(request.url ?? '', origin), {
      method: request.method,
      headers: request.headers,
      agent,
    })
    onward.on('response', (answer) => {
      if (onAnswer) {
        answer.resume()
        return onAnswer()
      }
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
