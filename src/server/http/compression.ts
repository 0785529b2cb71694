import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Bytes = Uint8Array<ArrayBuffer>

/** In the order of how small they make a text. */
export const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

/** Below the size of a network packet nothing is gained; bytes. */
const WORTH_COMPRESSING = 1400
/** Of {@link MOST_EFFORT}: a page of listings takes a fraction of a millisecond, at nearly the size of more. */
const EFFORT = 4
/** For what is compressed once, and sent to many. */
export const MOST_EFFORT = constants.BROTLI_MAX_QUALITY

const compressors: Record<Encoding, (bytes: Bytes, effort: number) => Promise<Bytes>> = {
  br: (bytes, effort) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: effort,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes),
}

/** What was compressed before: bytes that a cache holds on to are compressed once for all. */
const done = {
  br: new WeakMap<Bytes, Promise<Bytes>>(),
  gzip: new WeakMap<Bytes, Promise<Bytes>>(),
}

export function isWorthCompressing(bytes: Bytes) {
  return bytes.length > WORTH_COMPRESSING
}

/** The bytes in an encoding. They must not change any more. */
export function compress(bytes: Bytes, encoding: Encoding, effort = EFFORT) {
  const before = done[encoding].get(bytes)
  if (before) return before
  const compressing = compressors[encoding](bytes, effort)
  done[encoding].set(bytes, compressing)
  return compressing
}
