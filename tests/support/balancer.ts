import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

/** How long an idle connection to a server stays open. */
const IDLE_TIMEOUT_MS = 300
/**
 * How long an idle connection of a client stays open. It is longer than clients keep one, so that
 * none sends a request while the balancer closes its connection.
 */
const CLIENT_IDLE_TIMEOUT_MS = 60_000
/** The interval of readiness checks. */
const CHECK_INTERVAL_MS = 50

export type Balancer = Awaited<ReturnType<typeof openBalancer>>

/**
 * A round-robin load balancer over the ready servers on this machine. It skips servers that refuse
 * the connection. It never resends a request that has reached a server.
 */
export async function openBalancer(ports: number[]) {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS })
  const lost: { port: number; path: string }[] = []
  const ready = new Set(ports)
  let turn = 0

  async function check(port: number) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) ready.add(port)
    else ready.delete(port)
  }

  const checking = setInterval(() => ports.map(check), CHECK_INTERVAL_MS)

  async function route(request: IncomingMessage, body: Buffer): Promise<IncomingMessage | null> {
    for (const _ of ports) {
      turn += 1
      const port = [...ready][turn % ready.size] ?? 0
      try {
        return await forward(request, body, port)
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') continue
        lost.push({ port, path: `${request.method} ${request.url}` })
        return null
      }
    }
    lost.push({ port: 0, path: `${request.method} ${request.url}` })
    return null
  }

  async function forward(
    { method, url, headers, socket }: IncomingMessage,
    body: Buffer,
    port: number,
  ) {
    const { connection, ...passed } = headers
    const forwarded = send({
      ...{ agent, host: '127.0.0.1', port, method, path: url },
      headers: { ...passed, 'x-forwarded-for': socket.remoteAddress },
    })
    forwarded.end(body)
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage]
    return answer
  }

  const server = createServer(async (request, response) => {
    const answer = await route(request, await buffer(request))
    if (!answer) return void response.writeHead(502).end()
    const { connection, ...headers } = answer.headers
    response.writeHead(answer.statusCode ?? 502, headers)
    await pipeline(answer, response).catch(() => {})
  })
  server.keepAliveTimeout = CLIENT_IDLE_TIMEOUT_MS
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requests that got no response, with the servers that received them. */
    lost,
    async close() {
      clearInterval(checking)
      agent.destroy()
      server.close().closeAllConnections()
      await once(server, 'close')
    },
  }
}
