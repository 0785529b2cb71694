import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { secrets } from '#server/db/schema.ts'

/** The length of a share key. Eight bytes cannot be guessed, and are short enough for a link. */
const KEY_BYTES = 8

/** An SQL column with the secret for {@link shareKey}. */
export const shareSecret = sql<Buffer>`(
  select ${secrets.value} from ${secrets} where ${secrets.name} = 'sharing'
)`

/**
 * The key in a shared link. The key depends only on the secret and the listing, so links work for
 * everybody, in every process and after restarts.
 */
export function shareKey(secret: Buffer, listingId: string) {
  const digest = createHmac('sha256', secret).update(listingId).digest()
  return digest.subarray(0, KEY_BYTES).toString('hex')
}

export async function isShareKey(db: Database, listingId: string, key: string) {
  const [row] = await db
    .select({ secret: secrets.value })
    .from(secrets)
    .where(eq(secrets.name, 'sharing'))
  const given = Buffer.from(key)
  const right = Buffer.from(row ? shareKey(row.secret, listingId) : '')
  return given.length === right.length && timingSafeEqual(given, right)
}
