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

/** Milliseconds and bytes. Node's own let somebody hold connections open by saying very little. */
const LIMITS = {
  // `giveTime` ends a request whose body takes too long, since for some that is later than for others.
  requestTimeout: 0,
  // Longer than the minute that proxies keep their connections, so that it is they who close them.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
}
const MAX_CONNECTIONS = 2000
/** How many of them one address may hold: a browser needs six, everybody in an office a few hundred. */
const MAX_CONNECTIONS_OF_ADDRESS = 500
/** How long the headers of a request may take, also those of one that is not begun; milliseconds. */
const HEADER_TIME = 10_000
/** How long a body may take; milliseconds. */
const BODY_TIME = 30_000
/** How long nothing may come of a body that takes longer; milliseconds. */
const SILENCE = 60_000

/** How long requests that are being answered may hold up a stop, in milliseconds. */
const STOP_LIMIT = 10_000

interface Place {
  host: string
  port: number
  /** Their connections are not limited: they bring everybody's requests. */
  trustedProxies?: BlockList
  headerTime?: number
  bodyTime?: number
  /** Aborted when this process is about to stop. */
  stopping?: AbortSignal
}

/** Starts to answer requests; throws one sentence when the port or the host is not to be had. */
export async function listen(
  answer: RequestListener,
  {
    host,
    port,
    trustedProxies = new BlockList(),
    headerTime = HEADER_TIME,
    bodyTime = BODY_TIME,
    stopping,
  }: Place,
) {
  const times = { headersTimeout: headerTime, connectionsCheckingInterval: headerTime / 2 }
  const server = createServer({ ...LIMITS, ...times }, (request, response) => {
    if (request.headers['transfer-encoding']) {
      refuseChunks(response)
      return
    }
    giveTime(request, bodyTime)
    // The next request is to come by a new connection, which leads elsewhere by then.
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
 * Closes the connection of a body that comes in chunks instead of saying its length, as no browser
 * sends one: each chunk may have one byte, and takes a hundred to be kept track of. A proxy in front
 * that buffers bodies says their length.
 */
function refuseChunks(response: ServerResponse) {
  const detail = 'The length of the body is needed'
  response.writeHead(411, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify({ detail }))
}

/** Returns what closes a connection at once whose address has as many as it may. */
function limitPerAddress(proxies: BlockList) {
  const counts = new Map<string, number>()

  return (socket: Socket) => {
    const address = socket.remoteAddress
    // Undefined for one that is closed already.
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

/** When each request is ended whose body has not arrived. */
const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>()

function giveTime(request: IncomingMessage, time: number) {
  clearTimeout(deadlines.get(request))
  const deadline = setTimeout(() => {
    if (!request.complete) request.socket.destroy()
  }, time)
  deadlines.set(request, deadline.unref())
  request.once('close', () => clearTimeout(deadline))
}

/** Lets the body of a request take `time` milliseconds, as long as something keeps coming. */
export function allowSlowBody(request: IncomingMessage, time: number) {
  // Requests made inside a test came over no connection of ours.
  if (!deadlines.has(request)) return
  giveTime(request, time)
  request.setTimeout(SILENCE, () => request.destroy())
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
  // Right after all connections were taken that have come: those that still waited would be reset.
  await everyConnectionTaken()
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
