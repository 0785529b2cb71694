import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Environment } from './env.ts'
import { OperatorError } from './operator-error.ts'

/** Milliseconds and bytes. Node's own let somebody hold connections open by saying very little. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5000,
  // Longer than the minute that proxies keep their connections, so that it is they who close them.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
}
const MAX_CONNECTIONS = 2000

/** How long requests that are being answered may hold up a stop, in milliseconds. */
const STOP_LIMIT = 10_000

/** Starts to answer requests; throws one sentence when the port or the host is not to be had. */
export async function listen(
  answer: RequestListener,
  { host, port }: Pick<Environment, 'host' | 'port'>,
) {
  const server = createServer(LIMITS, answer)
  server.maxConnections = MAX_CONNECTIONS
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw explain(error, host, port)
  }
  return server
}

/** The address to open in a browser on this machine. */
export function addressOf(server: Server) {
  // It listens on a port, so this is not the path of a socket.
  const { address, port } = server.address() as AddressInfo
  const isHere = ['127.0.0.1', '0.0.0.0', '::1', '::'].includes(address)
  return `http://${isHere ? 'localhost' : address}:${port}`
}

/** Takes no more requests, and waits for those that are being answered. */
export async function stopListening(server: Server) {
  const impatience = setTimeout(() => server.closeAllConnections(), STOP_LIMIT)
  // A connection that has its answer would stay for the next request.
  const sweeping = setInterval(() => server.closeIdleConnections(), 50)
  server.close()
  await once(server, 'close')
  clearTimeout(impatience)
  clearInterval(sweeping)
}

function explain(error: unknown, host: string, port: number) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return new OperatorError(
      `Port ${port} is in use by another program. Stop it, or set PORT to another number.`,
    )
  }
  if (code === 'EACCES') {
    return new OperatorError(`This user may not use port ${port}. Set PORT to another number.`)
  }
  return new OperatorError(
    `Engawa cannot listen on ${host}:${port} (${code}). Check HOST and PORT.`,
  )
}
