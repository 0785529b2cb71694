import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { BlockList } from 'node:net'
import { endpoints } from '#contract/index.ts'
import { isAmong } from '#server/network/client-address.ts'

/** The routes of paths without parameters (`plain`) and of paths with parameters (`patterns`). */
const plain = new Map<string, string>()
const patterns: { method: string; pattern: RegExp; route: string }[] = []
for (const { method, path } of endpoints.values()) {
  const route = `/v1${path}`
  if (!path.includes(':')) plain.set(`${method} ${route}`, route)
  else patterns.push({ method, pattern: new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`), route })
}

const FOLDERS = ['/assets/', '/images/', '/sandbox/']
const OTHERS = new Set(['/v1/payments/webhook', '/healthz', '/readyz'])

/** A request that has ended, either with a response or because the client disconnected. */
export interface AnsweredRequest {
  id: string
  method: string
  /** The route without personal data, such as `/v1/users/:id`. */
  route: string
  /** The HTTP status, or 0 if the client disconnected before the response. */
  status: number
  seconds: number
}

const ids = new WeakMap<IncomingMessage, string>()
/** The format of a request id that a proxy may set. */
const ID = /^[\w-]{8,64}$/

/**
 * The id of a request, in logs and in the response. A request in a test has no connection, and gets
 * a new id on each call.
 */
export function idOf(request: IncomingMessage | undefined) {
  return (request && ids.get(request)) ?? randomUUID()
}

interface Watch {
  /** Proxies whose request ids are reused, so that a request has the same id in all logs. */
  proxies: BlockList
  onAnswered: (request: AnsweredRequest) => void
}

/** Assigns an id to every request. Reports the request when its response ends. */
export function watchRequests(
  answer: RequestListener,
  { proxies, onAnswered }: Watch,
): RequestListener {
  return (request, response) => {
    const startedAt = performance.now()
    const id = requestId(request, proxies)
    ids.set(request, id)
    response.setHeader('x-request-id', id)
    response.once('close', () => {
      const method = request.method ?? ''
      onAnswered({
        id,
        method,
        route: routeOf(method, request.url ?? ''),
        status: response.writableFinished ? response.statusCode : 0,
        seconds: (performance.now() - startedAt) / 1000,
      })
    })
    answer(request, response)
  }
}

function requestId({ headers, socket }: IncomingMessage, proxies: BlockList) {
  const given = headers['x-request-id']
  const isGiven = typeof given === 'string' && ID.test(given)
  return isGiven && isAmong(proxies, socket.remoteAddress ?? '') ? given : randomUUID()
}

/**
 * Returns the route of a request, such as `/v1/listings/:id`. A route contains no ids and no search
 * terms. There are only a few dozen routes, so metrics can have one series per route.
 */
function routeOf(method: string, url: string) {
  const end = url.indexOf('?')
  const path = end === -1 ? url : url.slice(0, end)
  const known = plain.get(`${method} ${path}`)
  if (known) return known
  if (OTHERS.has(path)) return path
  const folder = FOLDERS.find((name) => path.startsWith(name))
  if (folder) return `${folder}*`
  if (!path.startsWith('/v1/')) return 'page'
  const found = patterns.find((one) => one.method === method && one.pattern.test(path))
  return found?.route ?? 'unknown'
}
