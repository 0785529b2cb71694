import { open } from 'node:fs/promises'

/**
 * The maximum size of a part of the map file in one response. Browsers request tiles and tables of
 * contents, which have at most a few hundred kilobytes. Each response stays in memory until it is
 * sent, so with a larger limit, concurrent requests could fill the memory.
 */
export const MAX_RANGE_BYTES = 1_000_000

export interface ByteRange {
  first: number
  last: number
}

/**
 * Parses a `Range` header such as `bytes=0-16383`. Returns undefined for any other form, and for a
 * range that is too large to send.
 */
export function parseRange(header: string | undefined): ByteRange | undefined {
  const [, first, last] = header?.match(/^bytes=(\d{1,15})-(\d{1,15})$/)?.map(Number) ?? []
  if (first === undefined || last === undefined) return undefined
  return last >= first && last - first < MAX_RANGE_BYTES ? { first, last } : undefined
}

/** The bytes of a range, the size of the file, and an ETag that changes with the file. */
export async function readRange(path: string, { first, last }: ByteRange) {
  const file = await open(path)
  try {
    const { size, mtimeMs, ino } = await file.stat()
    const length = Math.max(0, Math.min(last + 1, size) - first)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, first)
    return {
      bytes: buffer.subarray(0, bytesRead),
      size,
      etag: `"${[ino, mtimeMs, size].map((part) => Math.round(part).toString(36)).join('-')}"`,
    }
  } finally {
    await file.close()
  }
}
