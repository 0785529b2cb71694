import { createHash, randomBytes } from 'node:crypto'
import { addDays } from 'date-fns/addDays'
import { and, asc, eq, gt, lte, or, type SQL } from 'drizzle-orm'
import { INVITATION_DAYS, MAX_GUESTS_A_YEAR } from '#contract/shortlist-limits.ts'
import { allowsAttempts } from '#server/auth/rate-limits.ts'
import type { PersonRow } from '#server/auth/sessions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { shortlistHouses, shortlistShares, shortlists, users } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { lockPerson } from '#server/users/lock-person.ts'
import { openShortlist } from './change-houses.ts'
import { findShortlist, isListOf, lockShortlist } from './owner-access.ts'
import { invitationMail } from './shortlist-mails.ts'

const NO_INVITATION = {
  invitationHash: null,
  invitationEmail: null,
  invitationExpiresAt: null,
}

interface Inviting {
  db: Database
  now: () => Date
  siteUrl: () => string
}

/**
 * Creates the invitation to the person's list, and mails it if an address is given.
 * @throws {Refusal} 409 if the person is not the owner, or shares the list already.
 */
export function invite(
  { db, now, siteUrl }: Inviting,
  inviter: Pick<PersonRow, 'id' | 'name'>,
  email: string | undefined,
) {
  // The token follows the `#`, so that browsers send it to no server, and no log contains it.
  const token = randomBytes(32).toString('base64url')
  const link = new URL(`/join#${token}`, siteUrl()).href
  const at = now()
  const expiresAt = addDays(at, INVITATION_DAYS)
  return db.transaction(async (tx) => {
    const shortlist = await openShortlist(tx, inviter.id)
    if (shortlist.ownerId !== inviter.id) {
      throw new Refusal(409, 'Only the owner of a shortlist can invite.')
    }
    if (shortlist.partnerId !== null) {
      throw new Refusal(409, 'You already share your shortlist with somebody.')
    }
    await tx
      .update(shortlists)
      .set({
        invitationHash: hashOf(token),
        invitationEmail: email ?? null,
        invitationExpiresAt: expiresAt,
      })
      .where(eq(shortlists.id, shortlist.id))
    if (email !== undefined) {
      await queueMail(tx, invitationMail({ email, inviter, link, expiresAt }), at)
    }
    return { link, expires_at: expiresAt.toISOString() }
  })
}

export async function withdraw(db: Database, userId: string) {
  await db.update(shortlists).set(NO_INVITATION).where(eq(shortlists.ownerId, userId))
}

export async function deleteExpiredInvitations(db: Database, now: Date) {
  await db.update(shortlists).set(NO_INVITATION).where(lte(shortlists.invitationExpiresAt, now))
}

/**
 * Finds who sent an open invitation, and the number of houses on the sender's list.
 * @throws {Refusal} 404 if the invitation is no longer open.
 */
export async function findInviter(db: Database, token: string, now: Date) {
  const [row] = await db
    .select({ id: shortlists.id, name: users.name })
    .from(shortlists)
    .innerJoin(users, eq(users.id, shortlists.ownerId))
    .where(isInvitation(token, now))
  if (!row) throw gone()
  const houses = await db.$count(shortlistHouses, eq(shortlistHouses.shortlistId, row.id))
  return { name: row.name, houses }
}

export async function describeInvitation(db: Database, userId: string, token: string, now: Date) {
  const { name: inviter, houses } = await findInviter(db, token, now)
  const own = await findShortlist(db, userId)
  return {
    ...{ inviter, houses },
    own_list: own
      ? {
          houses: await db.$count(shortlistHouses, eq(shortlistHouses.shortlistId, own.id)),
          is_shared: own.partnerId !== null,
        }
      : null,
  }
}

interface Accepting {
  userId: string
  token: string
  mayDeleteOwnList: boolean
  /** Whether the person joins as a guest, which means without their own access to the listings. */
  isGuest: boolean
  now: Date
}

/** @throws {Refusal} 404 if the invitation is no longer open, and 409 if the person cannot join. */
export async function accept(
  db: Database,
  { userId, token, mayDeleteOwnList, isGuest, now }: Accepting,
) {
  await db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    await lockLists(tx, userId, isInvitation(token, now))
    const [shortlist] = await tx.select().from(shortlists).where(isInvitation(token, now))
    if (!shortlist) throw gone()
    if (shortlist.ownerId === userId) {
      throw new Refusal(409, 'This is your own invitation. Send it to the other person.')
    }
    await deleteOwnList(tx, userId, mayDeleteOwnList)
    if (isGuest) await countGuest(tx, shortlist.ownerId, userId, now)
    await tx
      .update(shortlists)
      .set({ ...NO_INVITATION, partnerId: userId })
      .where(eq(shortlists.id, shortlist.id))
    // A former partner may have deleted their account. The owner's consent to share notes with this
    // partner is then still stored. Delete it, so that the new partner does not see these notes.
    await tx.delete(shortlistShares).where(eq(shortlistShares.shortlistId, shortlist.id))
  })
}

/**
 * Locks the person's own list and the list of the invitation, so that nobody else can join or leave
 * either of them.
 */
async function lockLists(tx: Transaction, userId: string, isInvited: SQL | undefined) {
  await tx
    .select({ id: shortlists.id })
    .from(shortlists)
    .where(or(isInvited, isListOf(userId)))
    // Lock in a fixed order. Otherwise two people who accept each other's invitations could
    // deadlock.
    .orderBy(asc(shortlists.id))
    .for('update')
}

/**
 * Limits how many people without a subscription can join the lists of one owner. Each of them can
 * store photos because the owner has a subscription. A person who leaves and joins again counts
 * once.
 */
async function countGuest(tx: Transaction, ownerId: string, userId: string, now: Date) {
  const join = { limit: 'readerInList', userId: `${ownerId}/${userId}` } as const
  const isFirst = await allowsAttempts(tx, [join], now)
  if (!isFirst) return
  if (await allowsAttempts(tx, [{ limit: 'readerOfOwner', userId: ownerId }], now)) return
  throw new Refusal(
    409,
    `${MAX_GUESTS_A_YEAR} people without a subscription have joined this shortlist within a year. No more can join now. You can still join if you subscribe.`,
  )
}

/**
 * Deletes the person's own list before the person joins another list, because a person can be in
 * only one list. A list that is closed because the person's subscription has ended is deleted too.
 */
async function deleteOwnList(tx: Transaction, userId: string, isConfirmed: boolean) {
  const own = await findShortlist(tx, userId)
  if (!own) return
  if (own.partnerId !== null) {
    throw new Refusal(
      409,
      'You already share a shortlist. End the sharing first, then accept again.',
    )
  }
  const houses = await tx.$count(shortlistHouses, eq(shortlistHouses.shortlistId, own.id))
  if (houses > 0 && !isConfirmed) {
    throw new Refusal(
      409,
      'You have a shortlist of your own, which is deleted when you join. Reload this page, and accept again.',
    )
  }
  await tx.delete(shortlists).where(eq(shortlists.id, own.id))
}

/** Ends the sharing. Both the owner and the partner can do this. */
export async function removePartner(db: Database, userId: string) {
  await db.transaction(async (tx) => {
    const shortlist = await lockShortlist(tx, userId)
    if (!shortlist) return
    await tx.update(shortlists).set({ partnerId: null }).where(eq(shortlists.id, shortlist.id))
    await tx.delete(shortlistShares).where(eq(shortlistShares.shortlistId, shortlist.id))
  })
}

function isInvitation(token: string, now: Date) {
  return and(eq(shortlists.invitationHash, hashOf(token)), gt(shortlists.invitationExpiresAt, now))
}

function gone() {
  return new Refusal(
    404,
    'This invitation is no longer open: it was used or withdrawn, or its seven days have passed. Ask for a new one.',
  )
}

function hashOf(token: string) {
  return createHash('sha256').update(token).digest()
}
