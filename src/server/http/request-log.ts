import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { BlockList } from 'node:net'
import { isAmong } from '#server/network/client-address.ts'
import { routeOf } from './request-route.ts'

/** A request whose answer has gone, or is not waited for any more. */
export interface AnsweredRequest {
  id: string
  method: string
  /** What was asked for, without what tells of somebody: `/v1/users/:id`. */
  route: string
  /** 0 when whoever asked has left before the answer. */
  status: number
  seconds: number
}

const ids = new WeakMap<IncomingMessage, string>()
/** What a proxy may call a request. */
const ID = /^[\w-]{8,64}$/

/** The name of a request in logs and in its answer; a new one for requests made inside a test. */
export function idOf(request: IncomingMessage | undefined) {
  return (request && ids.get(request)) ?? randomUUID()
}

interface Watch {
  /** Their names for requests are taken, so that one request has one name in all logs. */
  proxies: BlockList
  onAnswered: (request: AnsweredRequest) => void
}

/** Names every request, and tells what has become of it. */
export function watchRequests(
  answer: RequestListener,
  { proxies, onAnswered }: Watch,
): RequestListener {
  return (request, response) => {
    const startedAt = performance.now()
    const id = nameOf(request, proxies)
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

function nameOf({ headers, socket }: IncomingMessage, proxies: BlockList) {
  const given = headers['x-request-id']
  const isGiven = typeof given === 'string' && ID.test(given)
  return isGiven && isAmong(proxies, socket.remoteAddress ?? '') ? given : randomUUID()
}
