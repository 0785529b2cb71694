import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Refusal } from '#server/errors/refusal.ts'

/** How many bytes a compressed file may unfold to, however large it is. */
const MAX_UNPACKED_BYTES = 2_000_000_000
/**
 * How many times its own size a file may unfold to. Tables of houses unfold to 5 to 50 times their
 * size, and a file made to fill a memory or disk to 1,000 times.
 */
const MAX_RATIO = 200
/** A smaller file may have any ratio, because it does no harm. */
const ANY_RATIO_BYTES = 100_000_000

/**
 * Passes unfolded bytes on, and stops at a file that unfolds to too many.
 * @throws {Refusal} 422 if the file unfolds to too many bytes.
 */
export async function* limitUnpacked(
  output: AsyncIterable<Uint8Array>,
  packedBytes: () => number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of output) {
    bytes += chunk.length
    refuseBomb(bytes, packedBytes())
    yield chunk
  }
}

/** @throws {Refusal} 422 if a file of `packed` bytes unfolds to too many. */
export function refuseBomb(unpacked: number, packed: number) {
  if (unpacked > MAX_UNPACKED_BYTES) {
    throw new Refusal(
      422,
      `The file unfolds to more than ${MAX_UNPACKED_BYTES / 1_000_000_000} GB. Divide it into several files, and import each.`,
    )
  }
  if (unpacked > Math.max(ANY_RATIO_BYTES, packed * MAX_RATIO)) {
    throw new Refusal(
      422,
      `The file unfolds to more than ${MAX_RATIO} times its size, as a harmful file does. Save the table as CSV without compression, and import that.`,
    )
  }
}

/** Reads the first bytes of a file. `all` yields the whole file, including these bytes. */
export async function readStart(input: AsyncIterable<Uint8Array>, length: number) {
  const chunks = input[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < length) {
    const { done, value } = await chunks.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      if (start.length > 0) yield start
      for (;;) {
        const { done, value } = await chunks.next()
        if (done) return
        yield value
      }
    } finally {
      await chunks.return?.()
    }
  }
  return { start, all: all() }
}

export function isGzip(start: Uint8Array) {
  return start[0] === 0x1f && start[1] === 0x8b
}

/**
 * Decompresses a file.
 * @throws {Refusal} 422 if the file is damaged, cut off or unfolds to too many bytes.
 */
export async function* gunzipped(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let packedBytes = 0
  async function* counted() {
    for await (const chunk of input) {
      packedBytes += chunk.length
      yield chunk
    }
  }
  const gunzip = createGunzip()
  // The callback does nothing, because `pipeline` passes an input error on to `gunzip`, and
  // `yield*` then throws the error.
  pipeline(counted(), gunzip, () => {})
  try {
    yield* limitUnpacked(gunzip, () => packedBytes)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'Z_BUF_ERROR') throw new Refusal(422, 'The compressed file is cut off')
    if (String(code).startsWith('Z_')) throw new Refusal(422, 'The compressed file is damaged')
    throw error
  }
}
