import type { Duplex } from 'node:stream'

/**
 * The frontend side of PostgreSQL's wire protocol, as far as the embedded database needs it: it
 * answers whole requests, so what arrives is cut into messages and gathered into requests.
 */

/** Startup codes that ask for encryption; a connection that never leaves the machine has none. */
const SSL_REQUEST = 80877103
const GSS_REQUEST = 80877104
const REFUSE_ENCRYPTION = 'N'

/** Query, Sync, Function call and Flush: the messages after which a client waits for an answer. */
const ENDS_REQUEST = new Set(['Q', 'S', 'F', 'H'])
const TERMINATE = 'X'

/** AuthenticationOk and ReadyForQuery. */
const WELCOME = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))])

/** Welcomes a client, then yields each of its requests until it leaves. */
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

/** Whether an answer leaves its connection outside any transaction, with nothing more to come. */
export function isIdle(answer: Uint8Array) {
  const ready = answer.subarray(-6)
  return ready[0] === 'Z'.charCodeAt(0) && ready[5] === 'I'.charCodeAt(0)
}

/** In an answer of PostgreSQL, the severity of an error that leaves nothing to go on with. */
const PANIC = 'VPANIC\0'

/** Whether an answer says that the database has panicked. */
export function isPanic(answer: Uint8Array) {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
  // Rows may hold the same letters: few answers need to be looked at more closely.
  if (!bytes.includes(PANIC)) return false
  for (let start = 0; start < bytes.length; start += 1 + bytes.readUInt32BE(start + 1)) {
    const message = bytes.subarray(start, start + 1 + bytes.readUInt32BE(start + 1))
    if (message[0] === 'E'.charCodeAt(0) && message.includes(PANIC)) return true
  }
  return false
}

/** The request that runs `sql`. */
export function query(sql: string) {
  return message('Q', Buffer.from(`${sql}\0`))
}

/** Whether a request is a `COPY … FROM STDIN`, from which the embedded database never returns. */
export function readsFromClient(request: Buffer) {
  const type = String.fromCharCode(request.readUInt8(0))
  // A Query message begins with its text, a Parse message with the name of the statement.
  const start = type === 'Q' ? 5 : request.indexOf(0, 5) + 1
  const text = request.toString('utf8', start, request.indexOf(0, start))
  return (type === 'Q' || type === 'P') && /^\s*copy\b.*\bfrom\s+stdin\b/is.test(text)
}

/** The answer that ends a connection with a reason. */
export function fatal(sqlState: string, reason: string) {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0M${reason}\0\0`))
}

function message(type: string, body: Buffer) {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

/** Cuts what arrives into messages. Until the startup message they carry no type byte. */
function messageSplitter() {
  let pending: Buffer[] = []
  let size = 0
  let wanted = 0
  let started = false

  return function* split(chunk: Buffer) {
    pending.push(chunk)
    size += chunk.length
    // A large message arrives in many chunks: they are joined once, when it is whole.
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
