import type { Duplex } from 'node:stream'

/**
 * The part of PostgreSQL's wire protocol that the embedded database needs. PGlite answers whole
 * requests only, so this code splits the input into messages and groups messages into requests.
 */

/**
 * Startup codes that ask for encryption. The server refuses encryption, because a local connection
 * does not need it.
 */
const SSL_REQUEST = 80877103
const GSS_REQUEST = 80877104
const REFUSE_ENCRYPTION = 'N'

/** Query, Sync, Function call and Flush: the messages after which a client waits for an answer. */
const ENDS_REQUEST = new Set(['Q', 'S', 'F', 'H'])
const TERMINATE = 'X'

/** The messages AuthenticationOk and ReadyForQuery, which tell a client that it is connected. */
const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))])

/** Accepts a client, then yields its requests until it disconnects. */
export async function* readRequests(stream: Duplex): AsyncGenerator<Buffer> {
  const split = messageSplitter()
  let request: Buffer[] = []
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    for (const { type, bytes } of split(chunk)) {
      if (type === 'encryption') stream.write(REFUSE_ENCRYPTION)
      else if (type === 'startup') stream.write(WELCOME)
      else if (type === TERMINATE) return
      else {
        request.push(bytes)
        if (!ENDS_REQUEST.has(type)) continue
        yield Buffer.concat(request)
        request = []
      }
    }
  }
}

/**
 * Whether an answer of the database ends a request and leaves no transaction open. If so, another
 * connection may use the session.
 */
export function isIdle(answer: Uint8Array) {
  const ready = answer.subarray(-6)
  return ready[0] === 'Z'.charCodeAt(0) && ready[5] === 'I'.charCodeAt(0)
}

/** A PostgreSQL error with this severity field means that the database must restart. */
const PANIC = 'VPANIC\0'

export function isPanic(answer: Uint8Array) {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
  // First search all bytes for `PANIC`, which is fast and finds nothing in most answers. After a
  // match, check each message of the answer, because a row of data may contain the same bytes.
  if (!bytes.includes(PANIC)) return false
  for (let start = 0; start < bytes.length; start += 1 + bytes.readUInt32BE(start + 1)) {
    const message = bytes.subarray(start, start + 1 + bytes.readUInt32BE(start + 1))
    if (message[0] === 'E'.charCodeAt(0) && message.includes(PANIC)) return true
  }
  return false
}

export function query(sql: string) {
  return message('Q', Buffer.from(`${sql}\0`))
}

/** Whether a request is a `COPY … FROM STDIN`, on which the embedded database hangs for ever. */
export function readsFromClient(request: Buffer) {
  const type = String.fromCharCode(request.readUInt8(0))
  // The SQL text is the first field of a Query message and the second field of a Parse message.
  const start = type === 'Q' ? 5 : request.indexOf(0, 5) + 1
  const text = request.toString('utf8', start, request.indexOf(0, start))
  return (type === 'Q' || type === 'P') && /^\s*copy\b.*\bfrom\s+stdin\b/is.test(text)
}

/** Encodes the error that ends a connection. */
export function fatal(sqlState: string, reason: string) {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0M${reason}\0\0`))
}

function message(type: string, body: Buffer) {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

/**
 * Splits input into messages. Messages before and including the startup message have no type byte.
 */
function messageSplitter() {
  let pending: Buffer[] = []
  let size = 0
  let wanted = 0
  let started = false

  return function* split(chunk: Buffer) {
    pending.push(chunk)
    size += chunk.length
    // Join the chunks only when the message is complete. Joining after each chunk would copy a
    // large message many times.
    if (size < wanted) return
    let rest = Buffer.concat(pending)
    for (;;) {
      const lengthAt = started ? 1 : 0
      wanted = lengthAt + 4
      if (rest.length < wanted) break
      wanted = lengthAt + Math.max(4, rest.readInt32BE(lengthAt))
      if (rest.length < wanted) break
      const bytes = rest.subarray(0, wanted)
      rest = rest.subarray(wanted)
      const type = started ? String.fromCharCode(bytes.readUInt8(0)) : startupType(bytes)
      started ||= type === 'startup'
      yield { type, bytes }
    }
    pending = [rest]
    size = rest.length
  }
}

function startupType(bytes: Buffer) {
  const code = bytes.length < 8 ? 0 : bytes.readInt32BE(4)
  return code === SSL_REQUEST || code === GSS_REQUEST ? 'encryption' : 'startup'
}
