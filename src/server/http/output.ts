import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { compress, ENCODINGS, isWorthCompressing } from './compression.ts'

const JSON_TYPE = 'application/json'

/** A serialised response that is sent unchanged. */
export class JsonBytes {
  constructor(
    readonly bytes: Uint8Array<ArrayBuffer>,
    /** The ETag, without quotes. The ETag is the same for every content encoding. */
    readonly etag: string,
  ) {}

  static of(output: unknown) {
    return JsonBytes.ofText(JSON.stringify(output))
  }

  static ofText(json: string) {
    // Do not use `Buffer.from`. It would return a slice of Node's buffer pool, and a cached slice
    // would keep the whole pool in memory.
    const bytes = new TextEncoder().encode(json)
    return new JsonBytes(bytes, etag(bytes))
  }
}

/** A response that the browser saves as a file called `name`. */
export class Download {
  constructor(
    readonly name: string,
    readonly type: string,
    readonly content: AsyncIterable<Uint8Array>,
  ) {}
}

/** A JSON text that is sent piece by piece, because the whole text would take much memory. */
export class JsonStream {
  constructor(readonly text: AsyncIterable<string>) {}
}

/** Bytes that are stored in compressed form, by Brotli. */
export class StoredBrotli {
  constructor(
    readonly brotli: Uint8Array<ArrayBuffer>,
    readonly type: string,
  ) {}
}

/** Sends serialised JSON, or status 304 if the client has the same version. */
export function sendJsonBytes(c: Context, output: JsonBytes) {
  return sendNamed(c, output, { type: JSON_TYPE, 'cache-control': 'private, no-cache' })
}

/** Sends JSON that must not be cached. */
export function sendJson(c: Context, output: unknown) {
  const bytes = new TextEncoder().encode(JSON.stringify(output))
  return sendText(c, bytes, { 'content-type': JSON_TYPE, 'cache-control': 'no-store' })
}

/** Sends bytes, or status 304 if the client already has the version with this `etag`. */
export function sendNamed(
  c: Context,
  { bytes, etag }: { bytes: Uint8Array<ArrayBuffer>; etag: string },
  { type, effort, ...headers }: { type: string; effort?: number; 'cache-control': string },
) {
  const all = { ...headers, etag: `W/"${etag}"`, vary: 'accept-encoding' }
  if (hasAlready(c, etag)) return c.body(null, 304, all)
  return sendText(c, bytes, { ...all, 'content-type': type }, effort)
}

/**
 * Whether the client already has the version with this `etag`. See
 * https://www.rfc-editor.org/rfc/rfc9110#name-if-none-match
 */
function hasAlready(c: Context, etag: string) {
  const names = (c.req.header('if-none-match') ?? '').split(',').map((name) => name.trim())
  return names.some((name) => name === '*' || name.replace(/^W\//, '') === `"${etag}"`)
}

/** Memoised ETags, so that a response in a cache is hashed only once. */
const names = new WeakMap<Uint8Array, string>()

/**
 * The ETag of `bytes`, without quotes. The ETag is a memoised hash of the bytes, so the bytes must
 * not change afterwards.
 */
export function etag(bytes: Uint8Array) {
  const name =
    names.get(bytes) ?? createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  names.set(bytes, name)
  return name
}

/** The best compression that the client accepts. */
function acceptedEncoding(c: Context) {
  const accepted = parseAccept(c.req.header('accept-encoding') ?? '')
  return ENCODINGS.find((name) => accepted.some(({ type, q }) => type === name && q > 0))
}

/** Sends a text in the smallest encoding that the client accepts. */
async function sendText(
  c: Context,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
  effort?: number,
) {
  const all = { ...headers, vary: 'accept-encoding' }
  const encoding = acceptedEncoding(c)
  if (!encoding || !isWorthCompressing(bytes)) return c.body(bytes, 200, all)
  return c.body(await compress(bytes, encoding, effort), 200, {
    ...all,
    'content-encoding': encoding,
  })
}

export function sendDownload(c: Context, { name, type, content }: Download) {
  return c.body(toStream(content), 200, {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  })
}

/** Sends stored bytes that must not be cached. Uncompresses them for a client without Brotli. */
export async function sendStoredBrotli(c: Context, { brotli, type }: StoredBrotli) {
  const headers = { 'content-type': type, 'cache-control': 'no-store', vary: 'accept-encoding' }
  if (acceptedEncoding(c) === 'br') {
    return c.body(brotli, 200, { ...headers, 'content-encoding': 'br' })
  }
  return c.body(await promisify(brotliDecompress)(brotli), 200, headers)
}

/**
 * If `text` fails, the connection is closed before the response has ended. So the client reports an
 * error, and never takes the first part for the whole.
 */
export function sendJsonStream(c: Context, { text }: JsonStream) {
  return c.body(toStream(encode(text)), 200, {
    'content-type': JSON_TYPE,
    'cache-control': 'no-store',
  })
}

async function* encode(text: AsyncIterable<string>) {
  const encoder = new TextEncoder()
  for await (const piece of text) yield encoder.encode(piece)
}

function toStream(content: AsyncIterable<Uint8Array>) {
  const chunks = content[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return?.()
    },
  })
}
