import { and, desc, eq } from 'drizzle-orm'
import type { Shortlist } from '#contract/shortlist.ts'
import type { Database } from '#server/db/database.ts'
import { isReadable } from '#server/db/readable.ts'
import { listings, shortlistHouses, sources, users } from '#server/db/schema.ts'
import { recordColumns, toRecords } from '#server/listings/listing-records.ts'
import type { BillingServices } from '#server/payments/billing-services.ts'
import { findNoted, readAnswers, readShared } from './note-shares.ts'
import { findShortlist, isOpen, type ShortlistRow } from './owner-access.ts'

/** The person's shortlist as the API shows it, or null. */
export async function readShortlist(services: BillingServices, userId: string) {
  const { db, now } = services
  const row = await findShortlist(db, userId)
  if (!row) return null
  const isOwner = row.ownerId === userId
  const open = await isOpen(services, row)
  const otherId = otherMember(row, userId)
  const [other] = otherId
    ? await db.select({ name: users.name }).from(users).where(eq(users.id, otherId))
    : []
  const { invitationEmail: email, invitationExpiresAt: expiresAt } = row
  return {
    role: isOwner ? 'owner' : 'partner',
    is_open: open,
    other: other ?? null,
    invitation:
      isOwner && expiresAt && expiresAt > now()
        ? { email, expires_at: expiresAt.toISOString() }
        : null,
    houses: open ? await readHouses(db, row, userId) : [],
  } satisfies Shortlist
}

/** The other person of a shortlist. Null without a partner. */
export function otherMember({ ownerId, partnerId }: ShortlistRow, userId: string) {
  return ownerId === userId ? partnerId : ownerId
}

async function readHouses(db: Database, shortlist: ShortlistRow, userId: string) {
  const houses = await db
    .select({ listingId: shortlistHouses.listingId, addedAt: shortlistHouses.addedAt })
    .from(shortlistHouses)
    .innerJoin(listings, eq(listings.id, shortlistHouses.listingId))
    .where(isShown(shortlist))
    .orderBy(desc(shortlistHouses.addedAt), desc(shortlistHouses.listingId))
  const answers = await readAnswers(db, shortlist, userId)
  const noted = await findNoted(db, shortlist, userId)
  const otherId = otherMember(shortlist, userId)
  const theirs = otherId
    ? await readShared(db, shortlist, otherId, { fields: ['status', 'verdict'] })
    : []
  const theirText = (listingId: string, field: string) => {
    const found = theirs.find((one) => one.listingId === listingId && one.field === field)
    return typeof found?.value === 'string' ? found.value : null
  }
  return houses.map(({ listingId, addedAt }) => {
    return {
      listing_id: listingId,
      added_at: addedAt.toISOString(),
      my_notes: answers.get(listingId) ? 'all' : 'private',
      is_asked: !answers.has(listingId),
      has_private_notes: noted.has(listingId) && !answers.get(listingId),
      their_status: theirText(listingId, 'status'),
      their_verdict: theirText(listingId, 'verdict'),
    } as const
  })
}

export async function readRecords(db: Database, shortlist: ShortlistRow) {
  const rows = await db
    .select(recordColumns)
    .from(shortlistHouses)
    .innerJoin(listings, eq(listings.id, shortlistHouses.listingId))
    .innerJoin(sources, eq(sources.name, listings.source))
    .where(isShown(shortlist))
    .orderBy(desc(shortlistHouses.addedAt), desc(shortlistHouses.listingId))
  return toRecords(rows)
}

/** The houses of a shortlist, except hidden ones. A folded house stays on it. */
function isShown({ id }: ShortlistRow) {
  return and(eq(shortlistHouses.shortlistId, id), isReadable)
}
