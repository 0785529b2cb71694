import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { photoField } from '#contract/own-photo-fields.ts'
import { createSubscription } from '#contract/payments.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { openBackground } from '#server/concurrency/background.ts'
import {
  duplicates,
  favorites,
  listingChanges,
  notebooks,
  noteFields,
  noteHistory,
  ownPhotos,
  paidInvoices,
  removedFavorites,
  resetCodes,
  savedSearches,
  sessions,
  shortlistHouses,
  shortlistShares,
  shortlists,
  sourceSchedules,
  subscriptionChanges,
  users,
} from '#server/db/schema.ts'
import { complimentaryAccess } from '#server/payments/mirror/complimentary-access.ts'
import { isMissing } from '#server/payments/stripe-errors.ts'
import { houseRecord, uploadImport } from './imports.ts'
import { payment } from './payments.ts'
import { startServer } from './server.ts'
import { testDirectory } from './test-directory.ts'

/** A server with people and data of every kind, as the target of hostile requests. */

export const CALLERS = ['visitor', 'person', 'partner', 'lapsed', 'subscriber', 'admin'] as const
export type CallerName = (typeof CALLERS)[number]

/**
 * All callers share this password, so that a generated request contains the right password for any
 * caller. The other people have another password.
 */
export const PASSWORD = 'a long walk home'
/**
 * Each person has one note, in two versions. `NOTE_ID` is the id of the current version, and
 * `FORMER_NOTE_ID` is the id of the former version. Devices choose these ids, so the notes of two
 * people may have the same ids.
 */
export const NOTE_ID = '00000000-0000-4000-8000-000000000001'
/**
 * The id of each person's photo. Devices choose the ids of photos, so the photos of two people may
 * have the same id.
 */
export const PHOTO_ID = '5d2b54c0-3f0e-4c11-9b1a-3f6f0d9f7a10'
export const FORMER_NOTE_ID = '00000000-0000-4000-8000-000000000002'
/** The reset code that was mailed to everybody. */
export const RESET_CODE = '135246'

/** The id of a person's saved search. */
export const savedSearchOf = (person: string) => `search-of-${person}`

/** The id of a person's session, derived from the id of the person. */
export function sessionOf(person: string) {
  const digits = createHash('sha256').update(person).digest('hex')
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4000-8000-${digits.slice(12, 24)}`
}

export const NEIGHBOUR = 'neighbour-5c1d9a'
export const PEOPLE = [
  'person',
  'partner',
  'lapsed',
  'subscriber',
  'admin',
  'other-admin',
  NEIGHBOUR,
]
export const emailOf = (id: string) => `${id}@example.com`

export const LISTINGS = ['house-1', 'house-2', 'withdrawn-house', 'hidden-house']
/** The listings in the uploaded file that is ready to import. */
export const IMPORTED = ['house-1', 'new-house']
/** The id of a source with a schedule. */
export const SOURCE_ID = 'source-1'
/** The location of the hidden house. */
const HIDDEN_TOWN = 'Hidden-Town-e77f02'
const CONTACT = '0123-45-6789'

const NOT_ADMIN = ['visitor', 'person', 'partner', 'lapsed', 'subscriber'] as const
/** The secret of the open invitation that the neighbour has received. */
export const INVITATION = 'i'.repeat(43)

/**
 * Each `secret` is a text that must not appear in a response to any caller in `hiddenFrom`, except
 * in a response of the endpoint `shownBy`.
 */
export const SECRET_TEXTS: {
  secret: string
  hiddenFrom: readonly CallerName[]
  shownBy?: string
}[] = [
  { secret: `Known as ${NEIGHBOUR}`, hiddenFrom: NOT_ADMIN },
  { secret: NEIGHBOUR, hiddenFrom: NOT_ADMIN },
  { secret: HIDDEN_TOWN, hiddenFrom: NOT_ADMIN },
  { secret: CONTACT, hiddenFrom: ['visitor', 'person', 'lapsed'] },
  // The partner may read one house of the subscriber, but none of the subscriber's private notes.
  { secret: 'withdrawn-house in Tanba', hiddenFrom: ['visitor', 'person', 'partner', 'lapsed'] },
  {
    secret: 'Only for subscriber',
    hiddenFrom: ['visitor', 'person', 'partner', 'lapsed', 'admin'],
  },
  { secret: 'Only for partner', hiddenFrom: ['visitor', 'person', 'lapsed', 'admin'] },
  // The partner shares the notes of one house with the subscriber.
  { secret: 'Only for partner', hiddenFrom: ['subscriber'], shownBy: 'getPartnerNotes' },
  { secret: 'Seen by subscriber', hiddenFrom: ['visitor', 'person', 'partner', 'lapsed', 'admin'] },
  { secret: 'Seen by partner', hiddenFrom: ['visitor', 'person', 'lapsed', 'admin'] },
  ...['$argon2', 'sk_test_', 'whsec_', RESET_CODE].map((secret) => ({
    secret,
    hiddenFrom: CALLERS,
  })),
]

export async function openTargetServer() {
  const importsFolder = testDirectory()
  const errors: unknown[] = []
  const logError = (error: unknown) => void errors.push(error)
  const background = openBackground(logError)
  const server = await startServer({
    importsFolder,
    background,
    logError,
    // Queued mails stay in the table, so that tests can see them.
    mailQueue: { wake() {} },
  })
  const { services } = server
  const tokens = await addPeople()
  await addData()
  const upload = await addUpload()
  await addSource()
  await server.settle()

  async function addPeople() {
    const passwordHash = await hashPassword(PASSWORD)
    const identityOf = (id: string) => ({
      id,
      email: emailOf(id),
      name: `Known as ${id}`,
      passwordHash,
    })
    const others = { passwordHash: await hashPassword('what nobody here would guess') }
    const past = new Date('2026-01-14T23:59:59Z')
    await server.addAdmin({ ...identityOf('other-admin'), ...others })
    const neighbour = (await server.addUser({ ...identityOf(NEIGHBOUR), ...others })).token
    await subscribe(neighbour)
    const subscriber = await server.addSubscriber({
      user: identityOf('subscriber'),
      ...complimentaryAccess(null),
    })
    // The server records the use of a session at most once an hour. Set the last use to an earlier
    // time, so that the server records the next use.
    await services.db
      .update(sessions)
      .set({ lastUsedAt: new Date('2026-01-14T20:00:00Z') })
      .where(eq(sessions.userId, subscriber.id))
    return {
      neighbour,
      visitor: null,
      person: (await server.addUser(identityOf('person'))).token,
      partner: (await server.addUser(identityOf('partner'))).token,
      lapsed: (
        await server.addSubscriber({
          user: identityOf('lapsed'),
          status: 'cancelled',
          endsAt: past,
        })
      ).token,
      subscriber: subscriber.token,
      admin: (await server.addAdmin(identityOf('admin'))).token,
    } satisfies Record<CallerName | 'neighbour', string | null>
  }

  async function subscribe(token: string) {
    await server.call({ token }, createSubscription, payment('pm_card_visa'))
    await server.settle()
  }

  async function listSubscriptions() {
    const { data } = await services.payments.stripe.subscriptions.list({
      status: 'all',
      limit: 100,
    })
    return data
  }

  async function customerOf(id: string) {
    const [user] = await services.db.select().from(users).where(eq(users.id, id))
    return user?.stripeCustomerId ?? ''
  }

  async function addData() {
    const { db, now } = services
    for (const { userId } of await db.select({ userId: sessions.userId }).from(sessions)) {
      const id = sessionOf(userId)
      await db.update(sessions).set({ id }).where(eq(sessions.userId, userId))
    }
    const facts = { prefecture: 'hyogo', city: '丹波市', priceYen: 5_800_000, layout: '4LDK' }
    const [withdrawnAt, hiddenAt] = [now(), now()]
    for (const id of LISTINGS) {
      await server.addListing({
        id,
        ...facts,
        location: `${id} in Tanba`,
        contactNumber: CONTACT,
        raw: houseRecord({ _id: id }),
        photos: [{}],
        ...(id.startsWith('withdrawn') && { withdrawnAt }),
        ...(id.startsWith('hidden') && { hiddenAt, city: HIDDEN_TOWN }),
      })
      await db.insert(listingChanges).values({
        listingId: id,
        kind: 'price',
        before: { priceYen: null },
        after: { priceYen: 5_800_000 },
        changedAt: now(),
      })
    }
    const codeHash = await hashPassword(RESET_CODE)
    const expiresAt = new Date(now().getTime() + 60_000)
    const asked = { state: 'waiting', decidedBy: emailOf('other-admin'), at: now() } as const
    await db.insert(duplicates).values({ one: 'house-1', other: 'house-2', ...asked })
    for (const userId of PEOPLE) {
      await db
        .insert(favorites)
        .values(LISTINGS.slice(1).map((listingId) => ({ userId, listingId })))
      const removedAt = new Date(now().getTime() - 60_000)
      await db.insert(removedFavorites).values({ userId, listingId: LISTINGS[0] ?? '', removedAt })
      await db
        .insert(savedSearches)
        .values({ id: savedSearchOf(userId), userId, name: 'Tanba', search: 'prefecture=hyogo' })
      await db.insert(resetCodes).values({ userId, codeHash, expiresAt })
      await addNotes(userId)
      const change = { kind: 'started', paymentProvider: 'manual', at: now() } as const
      await db.insert(subscriptionChanges).values({ ...change, userId })
      const invoice = { id: `in_of_${userId}`, userId, amountCents: 2000, paidAt: now() }
      await db.insert(paidInvoices).values(invoice)
    }
    await addShortlists()
    await server.makeCatalogueFile()
  }

  /**
   * The subscriber shares one house with the partner. Another administrator has invited the
   * neighbour.
   */
  async function addShortlists() {
    const { db, now } = services
    const invitation = {
      invitationHash: createHash('sha256').update(INVITATION).digest(),
      invitationEmail: emailOf(NEIGHBOUR),
      invitationExpiresAt: new Date(now().getTime() + 86_400_000),
    }
    await db.insert(shortlists).values([
      { id: 'shared-list', ownerId: 'subscriber', partnerId: 'partner' },
      { id: 'invited-list', ownerId: 'other-admin', ...invitation },
    ])
    const house = { listingId: LISTINGS[0] ?? '', addedAt: now() }
    await db.insert(shortlistHouses).values([
      { ...house, shortlistId: 'shared-list', addedBy: 'subscriber' },
      { ...house, shortlistId: 'invited-list', addedBy: 'other-admin' },
    ])
    await db.insert(shortlistShares).values({
      ...{ shortlistId: 'shared-list', listingId: house.listingId, userId: 'partner' },
      isShared: true,
    })
  }

  /** A note on a house, with a former version. */
  async function addNotes(userId: string) {
    const { db, now } = services
    const of = { userId, record: `house:${LISTINGS[0]}`, field: 'note', at: now() }
    const [note, former] = [`Only for ${userId}`, `Once by ${userId}`]
    await db
      .insert(notebooks)
      .values({ userId, revision: 2, fields: 2, bytes: note.length + 2, historyBytes: 20 })
    await db
      .insert(noteFields)
      .values({ ...of, value: note, changeId: NOTE_ID, seen: [FORMER_NOTE_ID], revision: 1 })
    await db.insert(noteHistory).values({ ...of, value: former, changeId: FORMER_NOTE_ID })
    const { record } = of
    const file = await services.ownPhotos.add(userId, Buffer.from(`Seen by ${userId}`))
    await db.insert(ownPhotos).values({ userId, id: PHOTO_ID, record, file, bytes: 20 })
    await db.insert(noteFields).values({
      ...{ ...of, field: photoField(PHOTO_ID), changeId: PHOTO_ID, seen: [], revision: 2 },
      value: {
        ...{ width: 40, height: 30, bytes: 20 },
        added_at: '2026-11-20T10:00:00.000Z',
        taken_at: '2026-11-20T10:00:00.000Z',
      },
    })
  }

  /** Uploads a file that is checked and ready to import. */
  async function addSource() {
    await mkdir(join(services.sources.folder, 'tanba'))
    const nextRunAt = new Date('2099-01-01T00:00:00Z')
    await services.db.insert(sourceSchedules).values({
      ...{ id: SOURCE_ID, source: 'Tanba', kind: 'folder', address: 'tanba', nextRunAt },
      ...{ rhythm: 'daily', hours: 24, weekday: 1, time: '03:00', timeZone: 'Asia/Tokyo' },
      ...{ isFull: false, withRents: false },
    })
  }

  async function addUpload() {
    const content = JSON.stringify(IMPORTED.map((_id) => houseRecord({ _id })))
    const { body } = await uploadImport(server, { token: tokens.admin }, content, {
      source: 'test',
    })
    await services.imports.settled()
    return { id: body.id, content }
  }

  return {
    server,
    tokens,
    importId: upload.id,
    /** Returns the errors reported since the last call. */
    takeErrors: () => errors.splice(0),

    /** Waits for all background work. */
    async settle() {
      await background.settled()
      await services.imports.settled()
      await server.settle()
    },

    /** Cancels all subscriptions at Stripe, except the neighbour's. */
    async cancelSubscriptions() {
      const { stripe } = services.payments
      const own = await customerOf(NEIGHBOUR)
      for (const { id, customer, status } of await listSubscriptions()) {
        const isOver = status === 'canceled' || status === 'incomplete_expired'
        if (customer !== own && !isOver) await stripe.subscriptions.cancel(id)
      }
      await server.settle()
    },

    /**
     * Starts a new subscription for the neighbour, the second test user, if the old subscription
     * has ended. Returns whether it has started a subscription.
     */
    async restoreSubscription() {
      const own = await customerOf(NEIGHBOUR)
      const theirs = (await listSubscriptions()).filter(({ customer }) => customer === own)
      const pays = theirs.some((one) => one.status === 'active' && !one.cancel_at_period_end)
      if (pays) return false
      for (const { id, status } of theirs) {
        if (status === 'active') await services.payments.stripe.subscriptions.cancel(id)
      }
      await server.settle()
      await subscribe(tokens.neighbour)
      return true
    },

    /** Restores the uploaded file if an import or its cancellation has removed it. */
    restoreUpload: () => writeFile(join(importsFolder, `${upload.id}.upload`), upload.content),

    customerOf,

    /** The id of the person with this Stripe customer. Null for an unknown customer. */
    async personOf(customer: unknown) {
      const id = String(customer)
      if (!/^cus_\w+$/.test(id)) return null
      try {
        const found = await services.payments.stripe.customers.retrieve(id)
        return found.deleted ? null : (found.metadata.user_id ?? null)
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
  }
}

export type TargetServer = Awaited<ReturnType<typeof openTargetServer>>
