import { favorites, listings } from '#server/db/schema.ts'
import type { TestServer } from './server.ts'

/** Adds `count` new houses to the person's favorites. Returns their ids. */
export async function addFavorites(
  { services: { db, now }, addListing }: TestServer,
  { id: userId }: { id: string },
  count: number,
) {
  const { source } = await addListing()
  const ids = Array.from({ length: count }, (_, number) => `house-${number}`)
  await db.insert(listings).values(ids.map((id) => ({ id, source, digest: '', raw: {} })))
  const createdAt = now()
  await db.insert(favorites).values(ids.map((listingId) => ({ userId, listingId, createdAt })))
  return ids
}
