import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a network does with a request. */
export type NetworkMode =
  | 'pass'
  /** The network refuses or cuts the connection. */
  | 'refuse'
  | 'error500'
  /** A proxy sends the response, because the server fails or is missing. */
  | 'proxy500'
  | 'proxy502'
  /** The response is not HTTP, as when a TLS handshake is cut. */
  | 'garble'
  /** The server handles the request, but its response is lost on the way. */
  | 'lose'
  /** Every response takes seconds. */
  | 'slow'
  /** The connection is accepted, but there is no response. */
  | 'hang'
  /** Requests wait until the next call of `set`. Then the network handles them in the new mode. */
  | 'hold'
  /** A captive portal, for example in a hotel, answers every request with its sign-in page. */
  | 'portal'
  /** A captive portal redirects every request to its page on another origin. */
  | 'redirect'

/** A response that the network sends in place of the server. */
export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

interface Request {
  method: string
  /** The path of the request, with its query. */
  path: string
}

/** The delay of responses on a slow network, in milliseconds. */
const SLOW_DELAY_MS = 3_000
const PORTAL_PAGE = '<!doctype html><title>Welcome to our Wi-Fi</title><h1>Please sign in</h1>'

/**
 * A proxy at a fixed address in front of `target`. The proxy can fail in each `NetworkMode`. By
 * default, it passes on all requests.
 */
export async function openNetwork(target: string) {
  const agent = new http.Agent({ keepAlive: true })
  let origin = target
  let modeOf: (request: Request) => NetworkMode | Answer = () => 'pass'
  let requests: Request[] = []
  const held = new Set<() => void>()

  const server = http.createServer((request, response) => {
    const { method = '', url: path = '' } = request
    requests.push({ method, path })
    handle(request, response)
  })
  await listen(0)
  const { port } = server.address() as AddressInfo

  function handle(request: http.IncomingMessage, response: http.ServerResponse) {
    const mode = modeOf({ method: request.method ?? '', path: request.url ?? '' })
    if (typeof mode === 'object') response.writeHead(mode.status, mode.headers).end(mode.body)
    else if (mode === 'pass') forward(request, response)
    else if (mode === 'refuse') request.destroy()
    else if (mode === 'error500') response.writeHead(500).end('{"detail":"Internal server error"}')
    else if (mode === 'proxy500') response.writeHead(500, HTML).end('<h1>500</h1>')
    else if (mode === 'proxy502') response.writeHead(502, HTML).end('<h1>502 Bad Gateway</h1>')
    else if (mode === 'garble') request.socket.end('\u0015\u0003\u0001 no HTTP')
    else if (mode === 'lose') forward(request, response, () => response.destroy())
    else if (mode === 'slow') setTimeout(() => forward(request, response), SLOW_DELAY_MS)
    else if (mode === 'redirect') redirect(request, response)
    else if (mode === 'portal') response.writeHead(200, HTML).end(PORTAL_PAGE)
    else if (mode === 'hold') held.add(() => handle(request, response))
  }

  /**
   * Redirects to the captive portal's page. This proxy also serves the page, but under another host
   * name, so that the page has another origin.
   */
  function redirect({ url, socket }: http.IncomingMessage, response: http.ServerResponse) {
    if (url === '/welcome') response.writeHead(200, HTML).end(PORTAL_PAGE)
    else response.writeHead(302, { location: `http://127.0.0.1:${socket.localPort}/welcome` }).end()
  }

  function forward(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    onAnswer?: () => void,
  ) {
    const upstream = http.request(new URL(request.url ?? '', origin), {
      method: request.method,
      headers: request.headers,
      agent,
    })
    upstream.on('response', (answer) => {
      if (onAnswer) {
        answer.resume()
        return onAnswer()
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    upstream.on('error', () => response.destroy())
    response.on('close', () => upstream.destroy())
    request.pipe(upstream)
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

    /**
     * Sets the mode for all later requests. If `mode` is a function, it decides for each request.
     * With `refuse`, the port is closed.
     */
    async set(mode: NetworkMode | Answer | typeof modeOf) {
      modeOf = typeof mode === 'function' ? mode : () => mode
      if (mode === 'refuse') await unlisten()
      else if (!server.listening) await listen(port)
      const waiting = [...held]
      held.clear()
      for (const handleAgain of waiting) handleAgain()
    },

    /** Forwards later requests to another target. The address of the proxy stays the same. */
    setTarget(target: string) {
      origin = target
    },

    /**
     * The requests that have arrived since `forgetRequests`, whatever the network did with them.
     */
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
