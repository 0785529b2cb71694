import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { getOwnData, type OwnData } from '#contract/own-data.ts'
import { PREMIUM_PLAN } from '#contract/plan.ts'
import { sharedPath } from '#contract/shared-path.ts'
import type { PersonRow } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { isReadable } from '#server/db/readable.ts'
import {
  alerts,
  authenticators,
  favorites,
  listings,
  noteFields,
  noteHistory,
  paidInvoices,
  passkeys,
  pushSubscriptions,
  removedFavorites,
  savedSearches,
  securityEvents,
  sessions,
  subscriptionChanges,
  subscriptions,
  toldChanges,
} from '#server/db/schema.ts'
import { listOwnPhotos } from '#server/notes/own-photos.ts'
import { shareKey, shareSecret } from '#server/sharing/share-keys.ts'
import { readOwnShortlist } from '#server/shortlist/own-shortlist.ts'
import { readUser, toOwnSubscription, toUser } from '#server/users/accounts.ts'

/** Lists that can be long are read in pages of this size. */
const ROWS_AT_ONCE = 100

interface OwnDataServices {
  db: Database
  now: () => Date
  siteUrl: () => string
}
type Owner = Pick<PersonRow, 'id'>
type ListedPhoto = Awaited<ReturnType<typeof listOwnPhotos>>[number]

/** The lists of {@link OwnData} that can be long. */
type LongList = 'notes' | 'former_notes' | 'photos' | 'security_events'

/**
 * Everything stored about a person, except secrets (password hashes, codes, tokens and Stripe ids),
 * as the pieces of one JSON text. The audit log and the objections of banks are left out, because
 * they belong to the operator. Long lists are read page by page, because the notes of one person
 * can have 60 MB. After an error, the text has no end, so it cannot be mistaken for the whole data.
 */
export async function* readOwnData(services: OwnDataServices, person: Owner) {
  const { shape } = getOwnData.output
  const { notes, former_notes, photos, security_events, ...short } = shape
  const lists = { notes, former_notes, photos, security_events }
  const parts = await readShortParts(services, person)
  const fields = Object.entries(short).map(([name, schema]) => {
    const value = schema.parse(parts[name as keyof typeof parts])
    return `${JSON.stringify(name)}:${JSON.stringify(value)}`
  })
  yield `{${fields.join(',')}`
  const pages = readLongLists(services.db, person.id)
  for (const [name, schema] of Object.entries(lists)) {
    yield `,${JSON.stringify(name)}:[`
    let isFirst = true
    for await (const page of pages[name as LongList]()) {
      // `parse` removes every field that the contract does not name.
      const rows = schema.parse(page).map((row) => JSON.stringify(row))
      if (rows.length > 0) yield (isFirst ? '' : ',') + rows.join(',')
      isFirst &&= rows.length === 0
    }
    yield ']'
  }
  yield '}'
}

function readLongLists(db: Database, userId: string) {
  return {
    notes: () =>
      pagesOf<typeof noteFields.$inferSelect>(
        (after) =>
          db
            .select()
            .from(noteFields)
            .where(
              and(
                eq(noteFields.userId, userId),
                after &&
                  sql`(${noteFields.record}, ${noteFields.field}) > (${after.record}, ${after.field})`,
              ),
            )
            .orderBy(asc(noteFields.record), asc(noteFields.field))
            .limit(ROWS_AT_ONCE),
        ({ record, field, value, at, otherValue }) => ({
          ...{ record, field, value, changed_at: at.toISOString(), other_value: otherValue },
        }),
      ),
    former_notes: () =>
      pagesOf<typeof noteHistory.$inferSelect>(
        (after) =>
          db
            .select()
            .from(noteHistory)
            .where(
              and(
                eq(noteHistory.userId, userId),
                after &&
                  sql`(${noteHistory.record}, ${noteHistory.field}, ${noteHistory.at}, ${noteHistory.changeId}) > (${after.record}, ${after.field}, ${after.at.toISOString()}::timestamptz, ${after.changeId})`,
              ),
            )
            .orderBy(
              asc(noteHistory.record),
              asc(noteHistory.field),
              asc(noteHistory.at),
              asc(noteHistory.changeId),
            )
            .limit(ROWS_AT_ONCE),
        ({ record, field, value, at }) => ({
          ...{ record, field, value, changed_at: at.toISOString() },
        }),
      ),
    photos: () =>
      pagesOf<ListedPhoto>(
        (after) => listOwnPhotos(db, userId, { after, limit: ROWS_AT_ONCE }),
        (photo) => ({ ...photo, path: `/v1/notes/photos/${photo.id}` }),
      ),
    security_events: () =>
      pagesOf<typeof securityEvents.$inferSelect>(
        (after) =>
          db
            .select()
            .from(securityEvents)
            .where(and(eq(securityEvents.userId, userId), after && gt(securityEvents.id, after.id)))
            .orderBy(asc(securityEvents.id))
            .limit(ROWS_AT_ONCE),
        ({ at, kind, ip, userAgent, detail }) => ({
          ...{ at: at.toISOString(), event: kind, ip, user_agent: userAgent, detail },
        }),
      ),
  } satisfies Record<LongList, () => AsyncGenerator<object[]>>
}

/** Reads all rows in pages. Each page begins after the last row of the page before. */
async function* pagesOf<Row>(
  read: (after: Row | undefined) => Promise<Row[]>,
  toOutput: (row: Row) => object,
): AsyncGenerator<object[]> {
  let after: Row | undefined
  do {
    const rows = await read(after)
    yield rows.map(toOutput)
    after = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)
  } while (after)
}

async function readShortParts(
  { db, now, siteUrl }: OwnDataServices,
  person: Owner,
): Promise<Omit<OwnData, LongList>> {
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
    // Of a hidden favorite, export only the id.
    .leftJoin(listings, and(eq(listings.id, favorites.listingId), isReadable))
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
  const ofHouses = await db
    .select({ alert: alerts, search: savedSearches.name })
    .from(alerts)
    .leftJoin(savedSearches, eq(savedSearches.id, alerts.searchId))
    .where(eq(alerts.userId, user.id))
    .orderBy(asc(savedSearches.createdAt), asc(alerts.id))
  const told = await db
    .select()
    .from(toldChanges)
    .where(eq(toldChanges.userId, user.id))
    .orderBy(asc(toldChanges.toldAt), asc(toldChanges.listingId), asc(toldChanges.channel))
  const devices = await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, user.id))
    .orderBy(asc(sessions.createdAt))

  const notified = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, user.id))
    .orderBy(asc(pushSubscriptions.createdAt))
  const keys = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, user.id))
    .orderBy(asc(passkeys.createdAt))
  const apps = await db.select().from(authenticators).where(eq(authenticators.userId, user.id))

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
    alerts: {
      time_zone: user.timeZone,
      set: ofHouses.map(({ alert: { rhythm, channel }, search }) => ({ search, rhythm, channel })),
      told: told.map(({ listingId, channel, toldAt }) => ({
        ...{ listing_id: listingId, channel, told_at: toldAt.toISOString() },
      })),
    },
    shortlist: await readOwnShortlist(db, user.id),
    sessions: devices.map(({ createdAt, lastUsedAt, expiresAt, userAgent }) => ({
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
      expires_at: expiresAt.toISOString(),
      user_agent: userAgent,
    })),
    notification_devices: notified.map(({ createdAt, endpoint }) => ({
      registered_at: createdAt.toISOString(),
      push_service: new URL(endpoint).host,
    })),
    second_factors: [
      ...keys.map((key) => ({ ...key, kind: 'passkey' as const })),
      ...apps.map((app) => ({ ...app, kind: 'authenticator' as const, userAgent: null })),
    ].map(({ kind, userAgent, createdAt, lastUsedAt }) => ({
      ...{ kind, user_agent: userAgent, added_at: createdAt.toISOString() },
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
  }
}
