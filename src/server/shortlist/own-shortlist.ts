import { asc, eq } from 'drizzle-orm'
import type { OwnData } from '#contract/own-data.ts'
import type { Database } from '#server/db/database.ts'
import { shortlistHouses } from '#server/db/schema.ts'
import { readAnswers } from './note-shares.ts'
import { findShortlist } from './owner-access.ts'

export async function readOwnShortlist(
  db: Database,
  userId: string,
): Promise<OwnData['shortlist']> {
  const shortlist = await findShortlist(db, userId)
  if (!shortlist) return null
  const isOwner = shortlist.ownerId === userId
  const { invitationEmail: email, invitationExpiresAt: expiresAt } = shortlist
  const houses = await db
    .select()
    .from(shortlistHouses)
    .where(eq(shortlistHouses.shortlistId, shortlist.id))
    .orderBy(asc(shortlistHouses.addedAt), asc(shortlistHouses.listingId))
  const answers = await readAnswers(db, shortlist, userId)
  return {
    role: isOwner ? 'owner' : 'partner',
    created_at: shortlist.createdAt.toISOString(),
    has_partner: shortlist.partnerId !== null,
    invitation: isOwner && expiresAt ? { email, expires_at: expiresAt.toISOString() } : null,
    houses: houses.map(({ listingId, addedAt, addedBy }) => ({
      listing_id: listingId,
      added_at: addedAt.toISOString(),
      added_by_you: addedBy === userId,
    })),
    sharing_answers: [...answers].map(([listing_id, is_shared]) => ({ listing_id, is_shared })),
  }
}
