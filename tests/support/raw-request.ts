import { connect } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { CostlyRequest } from './costly-requests.ts'

interface Target {
  port: number
  method: string
  path: string
  token: string | null
  /** The local IP address from which the request is sent. */
  from: string
  /** The sender's timeout in milliseconds. */
  timeoutMs: number
}

/**
 * Sends a request as raw bytes, even if malformed. Resolves with the status, or 0 when the
 * connection was closed.
 */
export async function sendRaw(
  { port, method, path, token, from, timeoutMs }: Target,
  { headers = {}, query, body = [], length, pause = 0 }: CostlyRequest,
) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  const giveUp = setTimeout(() => socket.destroy(), timeoutMs)
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1', 0, 20)
  })
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const next = (event: string) => new Promise((resolve) => socket.once(event, resolve))
  const isOver = () => socket.destroyed || answer !== ''
  const all = {
    host: 'localhost',
    connection: 'close',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${path}${query ? `?${query}` : ''} HTTP/1.1\r\n${lines.join('')}\r\n`)
  for (const piece of inPackets(body, length === undefined, pause > 0)) {
    if (isOver()) break
    if (!socket.write(piece)) await Promise.race([next('drain'), closed])
    // Yield to the event loop, because this process also measures how long other clients wait.
    await (pause ? sleep(pause) : nextTurn())
  }
  if (length === undefined && !isOver()) socket.write('0\r\n\r\n')
  while (!isOver()) await Promise.race([next('data'), closed])
  clearTimeout(giveUp)
  socket.destroy()
  return Number(answer.slice(9, 12))
}

/**
 * Groups small pieces into packets, as a network does. In a chunked body, each piece is a chunk, so
 * its length precedes it. With `alone`, each packet contains only one piece.
 */
function* inPackets(pieces: Iterable<Uint8Array>, isChunked: boolean, alone: boolean) {
  let packet: Uint8Array[] = []
  let size = 0
  for (const piece of pieces) {
    if (isChunked) packet.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, CRLF)
    else packet.push(piece)
    size += piece.length + 6
    if (size < 60_000 && !alone) continue
    yield Buffer.concat(packet)
    packet = []
    size = 0
  }
  if (packet.length > 0) yield Buffer.concat(packet)
}

const CRLF = Buffer.from('\r\n')
