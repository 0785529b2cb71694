import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, BlockList, type Socket } from 'node:net'
import { setImmediate as everyConnectionTaken } from 'node:timers/promises'
import { OperatorError } from '#server/errors/operator-error.ts'
import { isAmong, networkOf } from '#server/network/client-address.ts'

/**
 * Limits in milliseconds and bytes. With Node's defaults, slow clients could keep connections open
 * for a long time.
 */
const LIMITS = {
  // Turn off Node's own timeout, because uploads may take longer. `giveTime` sets a timeout for
  // each request instead.
  requestTimeout: 0,
  // Wait longer than proxies, which usually close idle connections after 60 seconds. Otherwise the
  // server could close a connection on which a proxy is just sending a request.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
}
const MAX_CONNECTIONS = 2000
/**
 * Maximum connections per address. A browser needs six connections, and an office behind one
 * address needs a few hundred.
 */
const MAX_CONNECTIONS_OF_ADDRESS = 500
/**
 * How long a client may take to send the headers of a request. The time starts before the first
 * byte, so that the limit also ends connections on which the client sends nothing.
 */
const HEADERS_TIMEOUT_MS = 10_000
/** How long a client may take to send a body. */
const BODY_TIMEOUT_MS = 30_000
/** How long an upload may pause between two pieces. */
const IDLE_TIMEOUT_MS = 60_000

/** How long the server waits for unfinished requests when it stops. */
const STOP_TIMEOUT_MS = 10_000

interface Place {
  host: string
  port: number
  /**
   * Proxies in front of this server. The limit per address does not apply to proxies, because their
   * connections carry everybody's requests.
   */
  trustedProxies?: BlockList
  headersTimeoutMs?: number
  bodyTimeoutMs?: number
  /** A signal that is aborted when this process is about to stop. */
  stopping?: AbortSignal
}

/**
 * Starts the HTTP server.
 * @throws {OperatorError} if the port or host is not available.
 */
export async function listen(
  answer: RequestListener,
  {
    host,
    port,
    trustedProxies = new BlockList(),
    headersTimeoutMs = HEADERS_TIMEOUT_MS,
    bodyTimeoutMs = BODY_TIMEOUT_MS,
    stopping,
  }: Place,
) {
  const times = {
    headersTimeout: headersTimeoutMs,
    connectionsCheckingInterval: headersTimeoutMs / 2,
  }
  const server = createServer({ ...LIMITS, ...times }, (request, response) => {
    if (request.headers['transfer-encoding']) {
      refuseChunks(response)
      return
    }
    giveTime(request, bodyTimeoutMs)
    // The process is about to stop. Close the connection after this response, so that the client
    // opens a new connection, which the load balancer sends to another process.
    if (stopping?.aborted) response.setHeader('connection', 'close')
    answer(request, response)
  })
  server.maxConnections = MAX_CONNECTIONS
  server.on('connection', limitPerAddress(trustedProxies))
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw explain(error, host, port)
  }
  return server
}

/**
 * Refuses chunked bodies, because a chunk of one byte takes a hundred bytes of memory. Browsers
 * never send chunked bodies. A proxy that buffers bodies sends their length instead of chunks.
 */
function refuseChunks(response: ServerResponse) {
  const detail = 'The request must state the length of its body'
  response.writeHead(411, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify({ detail }))
}

/**
 * Returns a listener that closes a new connection if its network already has too many connections.
 */
function limitPerAddress(proxies: BlockList) {
  const counts = new Map<string, number>()

  return (socket: Socket) => {
    const address = socket.remoteAddress
    // Ignore a connection that is already closed, because its address is undefined.
    if (!address || isAmong(proxies, address)) return
    const network = networkOf(address)
    const count = counts.get(network) ?? 0
    if (count >= MAX_CONNECTIONS_OF_ADDRESS) {
      socket.destroy()
      return
    }
    counts.set(network, count + 1)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
  }
}

/** Timers of requests whose body has not arrived completely. */
const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>()

function giveTime(request: IncomingMessage, time: number) {
  clearTimeout(deadlines.get(request))
  const deadline = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, time)
  deadlines.set(request, deadline.unref())
  request.once('close', () => clearTimeout(deadline))
}

/** Extends a request's body timeout to `time` milliseconds, as long as bytes keep coming. */
export function allowSlowBody(request: IncomingMessage, time: number) {
  if (!deadlines.has(request)) return
  giveTime(request, time)
  request.setTimeout(IDLE_TIMEOUT_MS, () => request.destroy())
  // After the body, the client only waits for the response.
  request.once('end', () => request.setTimeout(0))
}

export function browserUrl(server: Server) {
  // The cast is safe, because the server listens on a port. So the address is not the path of a
  // socket.
  const { address, port } = server.address() as AddressInfo
  const isHere = ['127.0.0.1', '0.0.0.0', '::1', '::'].includes(address)
  return `http://${isHere ? 'localhost' : address}:${port}`
}

/** Stops accepting requests, and waits for the requests in progress. */
export async function stopListening(server: Server) {
  // Accept pending connections first, because closing the server would reset them.
  await everyConnectionTaken()
  const timeout = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS)
  // Close idle keep-alive connections. Otherwise the server would wait for their next request.
  const sweeping = setInterval(() => server.closeIdleConnections(), 50)
  server.close()
  await once(server, 'close')
  clearTimeout(timeout)
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
