import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib'

type Bytes = Uint8Array<ArrayBuffer>

/** Content encodings, the best compression first. */
export const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

/**
 * The minimum size of a response that is compressed. A smaller response fits into one network
 * packet.
 */
const MIN_COMPRESSED_BYTES = 1400
/**
 * The default compression level, on Brotli's scale up to {@link MOST_EFFORT}. At this level,
 * compressing a page of listings takes a fraction of a millisecond. A higher level makes the page
 * only slightly smaller.
 */
const EFFORT = 3
/**
 * A response of at most this size is compressed in this thread, if the level is {@link EFFORT}.
 * Handing so few bytes to another thread takes longer than compressing them.
 */
const MAX_BYTES_HERE = 128 * 1024
/** The compression level for responses that are compressed once and sent many times. */
export const MOST_EFFORT = constants.BROTLI_MAX_QUALITY

const compressors: Record<Encoding, (bytes: Bytes, effort: number) => Promise<Bytes>> = {
  async br(bytes, effort) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: effort,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    }
    return effort === EFFORT && bytes.length <= MAX_BYTES_HERE
      ? brotliCompressSync(bytes, { params })
      : promisify(brotliCompress)(bytes, { params })
  },
  gzip: (bytes) => promisify(gzip)(bytes),
}

/** Memoised results, so that a response in a cache is compressed only once. */
const done = {
  br: new WeakMap<Bytes, Promise<Bytes>>(),
  gzip: new WeakMap<Bytes, Promise<Bytes>>(),
}

export function isWorthCompressing(bytes: Bytes) {
  return bytes.length > MIN_COMPRESSED_BYTES
}

/**
 * Compresses the bytes. The caller must not change the bytes afterwards, because the result is
 * memoised.
 */
export function compress(bytes: Bytes, encoding: Encoding, effort = EFFORT) {
  const before = done[encoding].get(bytes)
  if (before) return before
  const compressing = compressors[encoding](bytes, effort)
  done[encoding].set(bytes, compressing)
  return compressing
}
