import { and, asc, eq, isNull } from 'drizzle-orm'
import type { OwnData } from '#contract/own-data.ts'
import { PREMIUM_PLAN } from '#contract/plan.ts'
import { sharedPath } from '#contract/shared-path.ts'
import type { PersonRow } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/database.ts'
import {
  favorites,
  kitFields,
  kitHistory,
  listings,
  paidInvoices,
  removedFavorites,
  savedSearches,
  securityEvents,
  sessions,
  subscriptionChanges,
  subscriptions,
} from '#server/db/schema.ts'
import { listOwnPhotos } from '#server/kit/own-photos.ts'
import { shareKey, shareSecret } from '#server/sharing/share-keys.ts'
import { readOwnShortlist } from '#server/shortlist/own-shortlist.ts'
import { readUser, toOwnSubscription, toUser } from '#server/users/accounts.ts'

/**
 * Everything stored about a person, except secrets (password hashes, codes, tokens and Stripe ids).
 * The audit log and the objections of banks are left out, because they belong to the operator.
 */
export async function readOwnData(
  { db, now, siteUrl }: { db: Database; now: () => Date; siteUrl: () => string },
  person: Pick<PersonRow, 'id'>,
): Promise<OwnData> {
  const user = await readUser(db, person)
  const [subscription = null] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, user.id))
  const history = await db
    .select()
    .from(subscriptionChanges)
    .where(eq(subscriptionChanges.userId, user.id))
    .orderBy(asc(subscriptionChanges.id))
  const invoices = await db
    .select()
    .from(paidInvoices)
    .where(eq(paidInvoices.userId, user.id))
    .orderBy(asc(paidInvoices.paidAt))
  const houses = await db
    .select({ favorite: favorites, listing: listings, secret: shareSecret })
    .from(favorites)
    // If an administrator has hidden a favorite listing, export only its id.
    .leftJoin(listings, and(eq(listings.id, favorites.listingId), isNull(listings.hiddenAt)))
    .where(eq(favorites.userId, user.id))
    .orderBy(asc(favorites.createdAt), asc(favorites.listingId))
  const removals = await db
    .select()
    .from(removedFavorites)
    .where(eq(removedFavorites.userId, user.id))
    .orderBy(asc(removedFavorites.removedAt), asc(removedFavorites.listingId))
  const searches = await db
    .select()
    .from(savedSearches)
    .where(eq(savedSearches.userId, user.id))
    .orderBy(asc(savedSearches.createdAt), asc(savedSearches.id))
  const notes = await db
    .select()
    .from(kitFields)
    .where(eq(kitFields.userId, user.id))
    .orderBy(asc(kitFields.record), asc(kitFields.field))
  const formerNotes = await db
    .select()
    .from(kitHistory)
    .where(eq(kitHistory.userId, user.id))
    .orderBy(asc(kitHistory.record), asc(kitHistory.field), asc(kitHistory.at))
  const photos = await listOwnPhotos(db, user.id)
  const devices = await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, user.id))
    .orderBy(asc(sessions.createdAt))

  const events = await db
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.userId, user.id))
    .orderBy(asc(securityEvents.at), asc(securityEvents.id))

  return {
    exported_at: now().toISOString(),
    user: toUser(user),
    display: { currency: user.currency, area_unit: user.areaUnit },
    subscription: toOwnSubscription(subscription),
    subscription_history: history.map(({ at, kind, paymentProvider }) => ({
      at: at.toISOString(),
      change: kind,
      payment_provider: paymentProvider,
    })),
    payments: invoices.map(({ paidAt, amountCents }) => ({
      paid_at: paidAt.toISOString(),
      amount_cents: amountCents,
      currency: PREMIUM_PLAN.currency,
    })),
    favorites: houses.map(({ favorite, listing, secret }) => ({
      added_at: favorite.createdAt.toISOString(),
      listing_id: favorite.listingId,
      link: new URL(
        sharedPath({ id: favorite.listingId, key: shareKey(secret, favorite.listingId) }),
        siteUrl(),
      ).href,
      property_type: listing?.propertyType ?? null,
      prefecture: listing?.prefecture ?? null,
      city: listing?.city ?? null,
    })),
    removed_favorites: removals.map(({ removedAt, listingId }) => ({
      removed_at: removedAt.toISOString(),
      listing_id: listingId,
    })),
    saved_searches: searches.map(({ createdAt, name, search }) => ({
      ...{ saved_at: createdAt.toISOString(), name, search },
    })),
    notes: notes.map(({ record, field, value, at, otherValue }) => ({
      ...{ record, field, value, changed_at: at.toISOString(), other_value: otherValue },
    })),
    former_notes: formerNotes.map(({ record, field, value, at }) => ({
      ...{ record, field, value, changed_at: at.toISOString() },
    })),
    photos: photos.map((photo) => ({ ...photo, path: `/v1/kit/photos/${photo.id}` })),
    shortlist: await readOwnShortlist(db, user.id),
    sessions: devices.map(({ createdAt, lastUsedAt, expiresAt, userAgent }) => ({
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      user_agent: userAgent,
    })),
    security_events: events.map(({ at, kind, ip, userAgent, detail }) => ({
      ...{ at: at.toISOString(), event: kind, ip, user_agent: userAgent, detail },
    })),
  }
}
