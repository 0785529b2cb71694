import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { catalogueBlocks } from '#server/db/schema.ts'

/** Level 9 makes the blocks 1 % smaller, and takes three times as long. */
const QUALITY = 7
/** The window of Brotli, as a power of two: large enough for a whole block. */
const WINDOW_BITS = 22

/** Stores a block. A stored block with the same hash is replaced, because it may be damaged. */
export async function storeBlock(db: Database, block: Uint8Array) {
  const brotli = await promisify(brotliCompress)(block, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: block.length,
    },
  })
  const hash = hashOf(block)
  await db
    .insert(catalogueBlocks)
    .values({ hash, brotli })
    .onConflictDoUpdate({ target: catalogueBlocks.hash, set: { brotli } })
  return { hash, size: block.length, bytes: brotli.length }
}

/** Reads a block as Brotli. Undefined if there is no such block. */
export async function readBlock(db: Database, hash: string) {
  const [row] = await db.select().from(catalogueBlocks).where(eq(catalogueBlocks.hash, hash))
  return row?.brotli
}

/** Reads and uncompresses a block. Undefined if it is missing or damaged. */
export async function openStoredBlock(db: Database, hash: string) {
  const brotli = await readBlock(db, hash)
  if (!brotli) return undefined
  const bytes = await promisify(brotliDecompress)(brotli).catch(() => undefined)
  if (!bytes || hashOf(bytes) !== hash) return undefined
  // A copy, because a block must begin at a multiple of 8 bytes in its buffer.
  return new Uint8Array(bytes)
}

export function hashOf(block: Uint8Array) {
  return createHash('sha256').update(block).digest('hex')
}
