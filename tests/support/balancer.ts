import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

/** How long an idle connection to a server stays open. In milliseconds. */
const IDLE = 300
/** The interval of readiness checks. In milliseconds. */
const LOOK_EVERY = 50

export type Balancer = Awaited<ReturnType<typeof openBalancer>>

/**
 * A round-robin load balancer over the ready servers on this machine. It skips servers that refuse
 * the connection. It never resends a request that has reached a server.
 */
export async function openBalancer(ports: number[]) {
  const agent = new Agent({ keepAlive: true, timeout: IDLE })
  const lost: { port: number; path: string }[] = []
  const ready = new Set(ports)
  let turn = 0

  async function look(port: number) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) ready.add(port)
    else ready.delete(port)
  }

  const looking = setInterval(() => ports.map(look), LOOK_EVERY)

  async function pass(request: IncomingMessage, body: Buffer): Promise<IncomingMessage | null> {
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
    const passedOn = send({
      ...{ agent, host: '127.0.0.1', port, method, path: url },
      headers: { ...passed, 'x-forwarded-for': socket.remoteAddress },
    })
    passedOn.end(body)
    const [answer] = (await once(passedOn, 'response')) as [IncomingMessage]
    return answer
  }

  const server = createServer(async (request, response) => {
    const answer = await pass(request, await buffer(request))
    if (!answer) return void response.writeHead(502).end()
    const { connection, ...headers } = answer.headers
    response.writeHead(answer.statusCode ?? 502, headers)
    await pipeline(answer, response).catch(() => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requests without a response, and the servers that received them. */
    lost,
    async close() {
      clearInterval(looking)
      agent.destroy()
      server.close().closeAllConnections()
      await once(server, 'close')
    },
  }
}
