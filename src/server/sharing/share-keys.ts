import { createHmac, timingSafeEqual } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { secrets } from '#server/db/schema.ts'

/** Too many keys to guess, and short enough for a link. */
const KEY_BYTES = 8

/** The secret for {@link shareKey}, to select together with listings. */
export const shareSecret = sql<Buffer>`(
  select ${secrets.value} from ${secrets} where ${secrets.name} = 'sharing'
)`

/** The key in a shared link. The same for everybody, in every process and after restarts. */
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
