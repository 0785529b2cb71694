import { and, asc, eq } from 'drizzle-orm'
import type { OwnData } from '#contract/own-data.ts'
import type { Database } from '#server/db/database.ts'
import { shortlistHouses, shortlistShares } from '#server/db/schema.ts'
import { findShortlist } from './owner-access.ts'

/** Reads the data about a person's shortlist for the download of their own data. */
export async function readOwnShortlist(
  db: Database,
  userId: string,
): Promise<OwnData['shortlist']> {
  const shortlist = await findShortlist(db, userId)
  if (!shortlist) return null
  const isOwner = shortlist.ownerId === userId
  const { invitationEmail: email, invitationExpiresAt: expiresAt } = shortlist
  const houses = await db
    .select({ house: shortlistHouses, since: shortlistShares.since })
    .from(shortlistHouses)
    .leftJoin(
      shortlistShares,
      and(
        eq(shortlistShares.shortlistId, shortlistHouses.shortlistId),
        eq(shortlistShares.listingId, shortlistHouses.listingId),
        eq(shortlistShares.userId, userId),
      ),
    )
    .where(eq(shortlistHouses.shortlistId, shortlist.id))
    .orderBy(asc(shortlistHouses.addedAt), asc(shortlistHouses.listingId))
  return {
    role: isOwner ? 'owner' : 'partner',
    created_at: shortlist.createdAt.toISOString(),
    has_partner: shortlist.partnerId !== null,
    invitation: isOwner && expiresAt ? { email, expires_at: expiresAt.toISOString() } : null,
    houses: houses.map(({ house, since }) => ({
      listing_id: house.listingId,
      added_at: house.addedAt.toISOString(),
      added_by_you: house.addedBy === userId,
      notes_shared_since: since?.toISOString() ?? null,
    })),
  }
}
