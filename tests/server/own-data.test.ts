import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { requestPasswordReset } from '#contract/auth.ts'
import { addFavorite, removeFavorite } from '#contract/favorites.ts'
import { changeNotes } from '#contract/notes.ts'
import { getOwnData } from '#contract/own-data.ts'
import { registerPush } from '#contract/push.ts'
import { saveSearch } from '#contract/saved-searches.ts'
import { readOwnData } from '#server/account/own-data.ts'
import { openOwnDataDownloads } from '#server/account/own-data-downloads.ts'
import { startSession } from '#server/auth/sessions.ts'
import * as schema from '#server/db/schema.ts'
import {
  listings,
  noteFields,
  noteHistory,
  ownPhotos,
  paidInvoices,
  subscriptionChanges,
  users,
} from '#server/db/schema.ts'
import { readPushKeys } from '#server/push/push-keys.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const PICTURE = 'data:image/jpeg;base64,AAAA'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

async function dataOf(person: Person) {
  const { status, body } = await server.call(person, getOwnData, {})
  expect(status).toBe(200)
  return body
}

test('people can download all data stored about them', async () => {
  const { db, now } = server.services
  const ana = await server.addSubscriber({
    user: { name: 'Ana Prieto', email: 'ana@example.com', profilePicture: PICTURE },
  })
  await server.addListing({
    id: 'by-the-sea',
    propertyType: 'House',
    prefecture: 'kyoto',
    city: 'Ine',
  })
  await server.call(ana, addFavorite, { listing_id: 'by-the-sea' })
  await server.addListing({ id: 'in-the-valley' })
  await server.call(ana, removeFavorite, { id: 'in-the-valley' })
  await server.call(ana, saveSearch, { name: 'Kyoto', search: 'prefecture=kyoto' })
  const written = { record: 'house:by-the-sea', field: 'note', at: '2026-01-10T08:00:00.000Z' }
  const [first, second] = [randomUUID(), randomUUID()]
  await server.call(ana, changeNotes, {
    changes: [
      { ...written, id: first, value: 'Dry', seen: [] },
      { ...written, id: second, value: 'Damp', seen: [first], at: '2026-01-11T08:00:00.000Z' },
    ],
  })
  const at = new Date('2026-01-10T08:00:00Z')
  await db
    .insert(paidInvoices)
    .values({ id: 'in_1', userId: ana.id, amountCents: 2000, paidAt: at })
  await db
    .insert(subscriptionChanges)
    .values({ userId: ana.id, kind: 'started', paymentProvider: 'stripe', at })
  await startSession(db, ana, now(), 'curl/8.5.0')
  const { publicKey } = await readPushKeys(db)
  await server.call(ana, registerPush, {
    ...{ endpoint: 'https://web.push.apple.com/secret', p256dh: publicKey, auth: 'A'.repeat(22) },
  })

  expect(await dataOf(ana)).toEqual({
    exported_at: '2026-01-15T00:00:00.000Z',
    user: expect.objectContaining({
      id: ana.id,
      name: 'Ana Prieto',
      email: 'ana@example.com',
      profile_picture: PICTURE,
    }),
    display: { currency: 'USD', area_unit: 'm2' },
    subscription: expect.objectContaining({ status: 'active', plan: 'premium' }),
    subscription_history: [{ at: at.toISOString(), change: 'started', payment_provider: 'stripe' }],
    payments: [{ paid_at: at.toISOString(), amount_cents: 2000, currency: 'usd' }],
    favorites: [
      {
        added_at: '2026-01-15T00:00:00.000Z',
        listing_id: 'by-the-sea',
        link: expect.stringMatching(
          /^https:\/\/engawa\.example\/listings\?listing=by-the-sea&key=[\da-f]{16}$/,
        ),
        property_type: 'House',
        prefecture: 'kyoto',
        city: 'Ine',
      },
    ],
    removed_favorites: [{ removed_at: '2026-01-15T00:00:00.000Z', listing_id: 'in-the-valley' }],
    saved_searches: [
      { saved_at: '2026-01-15T00:00:00.000Z', name: 'Kyoto', search: 'prefecture=kyoto' },
    ],
    alerts: { time_zone: 'UTC', set: [], told: [] },
    shortlist: null,
    notes: [
      {
        ...{ record: 'house:by-the-sea', field: 'note', value: 'Damp', other_value: null },
        changed_at: '2026-01-11T08:00:00.000Z',
      },
    ],
    former_notes: [
      {
        ...{ record: 'house:by-the-sea', field: 'note', value: 'Dry' },
        changed_at: '2026-01-10T08:00:00.000Z',
      },
    ],
    photos: [],
    sessions: [
      expect.objectContaining({ expires_at: '2026-02-14T00:00:00.000Z', user_agent: null }),
      expect.objectContaining({ user_agent: 'curl/8.5.0' }),
    ],
    notification_devices: [
      { registered_at: '2026-01-15T00:00:00.000Z', push_service: 'web.push.apple.com' },
    ],
    second_factors: [],
    security_events: [],
  })
})

/** For each table about people: the part of the download with its rows, or why it is left out. */
const TABLES: Record<string, string> = {
  alerts: 'alerts',
  authenticators: 'second_factors',
  catalogue_downloads: 'left out: counts bytes, and names no house',
  disputes: 'left out: belongs to the operator',
  favorites: 'favorites',
  mails: 'left out: waits to be sent to the person',
  note_fields: 'notes',
  note_history: 'former_notes',
  notebooks: 'left out: counts the notes',
  own_photos: 'photos',
  paid_invoices: 'payments',
  passkeys: 'second_factors',
  payment_attempts: 'left out: only makes retries safe',
  payment_locks: 'left out: only a lock',
  pending_sign_ins: 'left out: gives access',
  push_subscriptions: 'notification_devices',
  reading_budgets: 'left out: counts reads, and names no house',
  recovery_codes: 'left out: gives access',
  removed_favorites: 'removed_favorites',
  reset_codes: 'left out: gives access',
  saved_searches: 'saved_searches',
  second_factor_setups: 'left out: gives access',
  security_events: 'security_events',
  sessions: 'sessions',
  shortlist_houses: 'shortlist',
  shortlist_shares: 'shortlist',
  shortlists: 'shortlist',
  subscription_changes: 'subscription_history',
  subscriptions: 'subscription',
  told_changes: 'alerts',
  visits: 'left out: only says when the app was last open, like the sessions',
  users: 'user',
}

test('every table about people is a part of the download, or is left out for a reason', () => {
  const about = Object.values<unknown>(schema)
    .filter((table) => is(table, PgTable))
    .filter(
      (table) =>
        table === schema.users ||
        getTableConfig(table).foreignKeys.some(
          (key) => key.reference().foreignTable === schema.users,
        ),
    )
    .map(getTableName)
  expect(about.sort()).toEqual(Object.keys(TABLES).sort())
  const parts = Object.values(TABLES).filter((part) => !part.startsWith('left out'))
  expect(Object.keys(getOwnData.output.shape)).toEqual(expect.arrayContaining(parts))
})

test("the download of a person's data contains no data of other people (check 28)", async () => {
  const { db, now } = server.services
  const [ana, ben] = [await server.addUser(), await server.addSubscriber()]
  await server.addListing({ id: 'of-ben' })
  await server.call(ben, addFavorite, { listing_id: 'of-ben' })
  await server.call(ben, saveSearch, { name: "Ben's", search: '' })
  const note = { record: 'house:of-ben', field: 'note', value: "Ben's", seen: [] }
  await server.call(ben, changeNotes, {
    changes: [{ ...note, id: randomUUID(), at: '2026-01-10T08:00:00.000Z' }],
  })
  await db
    .insert(paidInvoices)
    .values({ id: 'in_2', userId: ben.id, amountCents: 1, paidAt: now() })
  await db
    .insert(subscriptionChanges)
    .values({ userId: ben.id, kind: 'started', paymentProvider: 'stripe', at: now() })
  expect(await dataOf(ana)).toMatchObject({
    subscription: null,
    subscription_history: [],
    payments: [],
    favorites: [],
    removed_favorites: [],
    saved_searches: [],
    notes: [],
    former_notes: [],
    photos: [],
    sessions: [expect.anything()],
    security_events: [],
  })
})

test("for a hidden favorite, the download of a person's data says only that it was a favorite", async () => {
  const ana = await server.addSubscriber()
  await server.addListing({ id: 'a', prefecture: 'kyoto' })
  await server.call(ana, addFavorite, { listing_id: 'a' })
  await server.services.db.update(listings).set({ hiddenAt: server.services.now() })
  expect((await dataOf(ana)).favorites).toMatchObject([{ listing_id: 'a', prefecture: null }])
})

test("the download of a person's data contains no secret that gives access, here or at Stripe (check 31)", async () => {
  const payer = await paymentsOf(server).addPayer()
  const { db } = server.services
  const [row] = await db.select().from(users)
  await server.call(null, requestPasswordReset, { email: row?.email ?? '' })
  // One of the mails is about the payment, so search all mails for the code.
  const mails = await server.mails()
  const [code = ''] = mails.flatMap(({ text }) => text.match(/\b\d{6}\b/) ?? [])
  const text = JSON.stringify(await dataOf({ ...payer, ...row } as Person))
  expect(row?.stripeCustomerId).toMatch(/^cus_/)
  expect(code).not.toBe('')
  for (const secret of [payer.token, code, 'argon2', 'cus_', 'sub_', 'pm_']) {
    expect(text).not.toContain(secret)
  }
})

describe('when the data of a person is long', () => {
  const COUNT = 250
  let ana: Person
  beforeEach(async () => {
    ana = await server.addSubscriber()
    const { db, now } = server.services
    const rows = Array.from({ length: COUNT }, (_, index) => ({
      ...{ userId: ana.id, record: `house:${index % 7}`, field: `note-${index}` },
      ...{ changeId: randomUUID(), value: `Note ${index}`, at: now() },
    }))
    await db.insert(noteHistory).values(rows)
    await db.insert(noteFields).values(
      rows.map((row, index) => ({
        ...row,
        changeId: randomUUID(),
        seen: [],
        revision: index + 1,
      })),
    )
    await db.insert(ownPhotos).values(
      rows.map(({ userId, record }, index) => ({
        ...{ userId, record, id: randomUUID(), file: `photo-${index}`, bytes: 1 },
        createdAt: new Date(now().getTime() + (index % 9)),
      })),
    )
  })

  const download = (person = ana) =>
    server.fetch('/v1/auth/me/data', { headers: { authorization: `Bearer ${person.token}` } })

  test('the download contains every row once', async () => {
    const { notes, former_notes, photos } = await dataOf(ana)
    for (const values of [
      notes.map(({ value }) => value),
      former_notes.map(({ value }) => value),
      photos.map(({ id }) => id),
    ]) {
      expect(values).toHaveLength(COUNT)
      expect(new Set(values).size).toBe(COUNT)
    }
    const uploads = photos.map(({ uploaded_at }) => uploaded_at)
    expect(uploads).toEqual(uploads.toSorted())
  })

  test('the server reads at most a hundred rows of a list at once', async () => {
    for await (const piece of readOwnData(server.services, ana)) {
      expect(piece.match(/"(changed_at|uploaded_at)":/g)?.length ?? 0).toBeLessThanOrEqual(100)
    }
  })

  test('a person downloads their data once at a time, and again when the first download has ended or was cancelled', async () => {
    const first = await download()
    const second = await download()
    expect([second.status, await second.json()]).toEqual([
      429,
      { detail: 'Your data is already being downloaded. Wait until it is done.' },
    ])
    expect((await download(await server.addUser())).status).toBe(200)
    await first.text()
    const third = await download()
    expect(third.status).toBe(200)
    await third.body?.cancel()
    expect((await download()).status).toBe(200)
  })

  test('only a few people download their data at the same time', async () => {
    const open: Response[] = []
    for (let person = 0; person < 4; person++) open.push(await download(await server.addUser()))
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const refused = await download()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
    await open[0]?.text()
    expect((await download()).status).toBe(200)
  })

  test('the server produces the downloads of several people piece by piece in turn', async () => {
    let running = 0
    async function* pieces() {
      for (const piece of ['{', '}']) {
        running += 1
        await setImmediate()
        expect(running).toBe(1)
        running -= 1
        yield piece
      }
    }
    const download = openOwnDataDownloads()
    const read = async (person: string) => {
      let text = ''
      for await (const piece of download(person, pieces())) text += piece
      return text
    }
    expect(await Promise.all(['ana', 'ben'].map(read))).toEqual(['{}', '{}'])
  })

  test('a person downloads their data ten times an hour', async () => {
    for (let time = 0; time < 10; time++) await (await download()).text()
    expect((await download()).status).toBe(429)
    server.setNow('2026-01-15T01:00:01Z')
    expect((await download()).status).toBe(200)
  })

  test('if the download fails in the middle, it does not end like a complete file', async () => {
    const { db } = server.services
    const response = await download()
    await db.execute(sql`alter table note_history rename to note_history_away`)
    await expect(response.text()).rejects.toThrow()
    await db.execute(sql`alter table note_history_away rename to note_history`)
    expect((await download()).status).toBe(200)
  })
})
