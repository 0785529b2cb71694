import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { toRequest } from '#contract/endpoint.ts'
import { addFavorite, listFavorites } from '#contract/favorites.ts'
import { hideInventoryListing } from '#contract/inventory.ts'
import { countPlaces, getListing, searchListings } from '#contract/listings.ts'
import { changeNotes, listNotes } from '#contract/notes.ts'
import { getOwnData } from '#contract/own-data.ts'
import { captionField, photoField } from '#contract/own-photo-fields.ts'
import { getOwnPhotoSpace, putOwnPhoto } from '#contract/own-photos.ts'
import { deleteAccount } from '#contract/profile.ts'
import {
  acceptInvitation,
  addToShortlist,
  endPartnership,
  getPartnerNotes,
  getPartnerPhoto,
  getShortlist,
  inviteToShortlist,
  listShortlistHouses,
  readInvitation,
  readInviter,
  removeFromShortlist,
  shareNotes,
  withdrawInvitation,
} from '#contract/shortlist.ts'
import { MAX_GUESTS_A_YEAR, MAX_SHORTLIST_HOUSES } from '#contract/shortlist-limits.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { listings, shortlistHouses, shortlists, subscriptions, users } from '#server/db/schema.ts'
import { untilLocksAreAwaited } from '#tests/support/awaited-locks.ts'
import { jpeg } from '#tests/support/pictures.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const PASSWORD = 'a long walk home'

let server: TestServer
/** The subscriber who owns the list. */
let ana: Person
/** The partner, who has an account without a subscription. */
let jun: Person
beforeEach(async () => {
  server = await startServer()
  const passwordHash = await hashPassword(PASSWORD)
  ana = await server.addSubscriber({ user: { name: 'Ana', passwordHash } })
  jun = await server.addUser({ name: 'Jun', passwordHash })
  for (const id of ['shared', 'other']) await server.addListing({ id, contactNumber: '079-1' })
})

const add = (person: Person, listing_id = 'shared') =>
  server.call(person, addToShortlist, { listing_id })

async function invite(email?: string) {
  const { status, body } = await server.call(ana, inviteToShortlist, email ? { email } : {})
  expect(status).toBe(200)
  return new URL(body.link).hash.slice(1)
}

const accept = (person: Person, token: string) => server.call(person, acceptInvitation, { token })

async function share() {
  await add(ana)
  const { status } = await accept(jun, await invite())
  expect(status).toBe(200)
}

/** Sends the person's answer to the question whether to share notes and photos of a house. */
async function answer(person: Person, shared: boolean, id = 'shared') {
  expect((await server.call(person, shareNotes, { id, shared })).status).toBe(200)
}

/** Shares the house, and the notes and photos of both people. */
async function shareAll() {
  await share()
  for (const person of [ana, jun]) await answer(person, true)
}

async function listOf(person: Person) {
  const { status, body } = await server.call(person, getShortlist, {})
  expect(status).toBe(200)
  return body.shortlist
}

async function houseOf(person: Person) {
  return (await listOf(person))?.houses[0]
}

async function write(person: Person, field: string, value: unknown, at = server.services.now()) {
  const change = { id: randomUUID(), record: 'house:shared', field, value, seen: [] }
  const { status } = await server.call(person, changeNotes, {
    changes: [{ ...change, at: at.toISOString() }],
  })
  return status
}

async function notesSeenBy(person: Person, id = 'shared') {
  const { body } = await server.call(person, getPartnerNotes, { id })
  return body.fields?.map(({ value }) => value)
}

const open = async (person: Person, id: string) =>
  (await server.call(person, getListing, { id })).status

test('a partner without a subscription sees the shared houses, and nothing else', async () => {
  await add(ana)
  const token = await invite()
  expect(await open(jun, 'shared')).toBe(403)
  await accept(jun, token)

  const { body } = await server.call(jun, getListing, { id: 'shared' })
  expect(body['Contact Number']).toBe('079-1')
  const { body: houses } = await server.call(jun, listShortlistHouses, {})
  expect(houses.listings.map(({ _id }) => _id)).toEqual(['shared'])
  expect(await open(jun, 'other')).toBe(404)
  expect(await open(jun, 'nowhere')).toBe(404)
  for (const endpoint of [searchListings, countPlaces, listFavorites]) {
    expect((await server.call(jun, endpoint, {})).status).toBe(403)
  }
  expect((await server.call(jun, addFavorite, { listing_id: 'shared' })).status).toBe(403)
  expect((await add(jun, 'other')).status).toBe(403)
})

test('a partner without a subscription is not led to a listing that only subscribers can open', async () => {
  await share()
  const folded = { hiddenBy: ['duplicate' as const], hiddenAt: new Date(), foldedInto: 'other' }
  const { db } = server.services
  await db.update(listings).set(folded).where(eq(listings.id, 'shared'))
  const { body } = await server.call(ana, getListing, { id: 'shared' })
  expect(body.foldedInto).toBe('other')
  const { body: record } = await server.call(jun, getListing, { id: 'shared' })
  expect(record).not.toHaveProperty('foldedInto')
  const { body: houses } = await server.call(jun, listShortlistHouses, {})
  expect(houses.listings).toMatchObject([{ _id: 'shared' }])
  expect(houses.listings[0]).not.toHaveProperty('foldedInto')
})

test('a partner can no longer open a house that was removed from the shared shortlist', async () => {
  await share()
  await server.call(ana, removeFromShortlist, { id: 'shared' })
  expect(await open(jun, 'shared')).toBe(404)
  expect((await listOf(jun))?.houses).toEqual([])
  expect(await open(ana, 'shared')).toBe(200)
})

test('a withdrawn house stays on the shared shortlist, but a hidden house disappears for both people', async () => {
  await server.addListing({ id: 'sold' })
  await share()
  await add(ana, 'sold')
  const { db, now } = server.services
  await db.update(listings).set({ withdrawnAt: now() }).where(eq(listings.id, 'sold'))
  expect([await open(ana, 'sold'), await open(jun, 'sold')]).toEqual([200, 200])

  const admin = await server.addAdmin()
  await server.call(admin, hideInventoryListing, { id: 'shared', hidden: true })
  expect([await open(ana, 'shared'), await open(jun, 'shared')]).toEqual([404, 404])
  expect((await listOf(jun))?.houses.map(({ listing_id }) => listing_id)).toEqual(['sold'])
  const { body } = await server.call(jun, listShortlistHouses, {})
  expect(body.listings.map(({ _id }) => _id)).toEqual(['sold'])
})

describe('notes', () => {
  test('on a shared shortlist, nobody sees the notes of a person who has not yet answered whether to share notes', async () => {
    await write(ana, 'note', 'From before')
    await share()
    await write(ana, 'verdict', 'From now')
    await write(jun, 'verdict', 'Light, and dry')
    expect([await notesSeenBy(ana), await notesSeenBy(jun)]).toEqual([[], []])
    expect(await houseOf(ana)).toMatchObject({
      my_notes: 'private',
      is_asked: true,
      has_private_notes: true,
      their_verdict: null,
    })
  })

  test('after a person agrees to share the notes on a house, the partner sees old and new notes; after a refusal, the partner sees none', async () => {
    await write(ana, 'note', 'From before')
    await share()
    await answer(ana, true)
    await write(ana, 'verdict', 'From now')
    await write(ana, 'told.agreement', 'Written offline', new Date('2026-01-01T00:00:00Z'))
    expect(await notesSeenBy(jun)).toEqual(['From before', 'Written offline', 'From now'])
    expect(await houseOf(ana)).toMatchObject({
      my_notes: 'all',
      is_asked: false,
      has_private_notes: false,
    })
    expect((await houseOf(jun))?.their_verdict).toBe('From now')

    await answer(ana, false)
    expect(await notesSeenBy(jun)).toEqual([])
    expect(await houseOf(ana)).toMatchObject({ my_notes: 'private', is_asked: false })
    expect((await houseOf(jun))?.their_verdict).toBeNull()
  })

  test('a refusal to share the notes on a house stays if the partner takes the house off the shared shortlist and puts it back', async () => {
    await share()
    await answer(jun, false)
    await server.call(ana, removeFromShortlist, { id: 'shared' })
    await add(ana)
    await write(jun, 'verdict', 'Only for me')
    expect(await notesSeenBy(ana)).toEqual([])
    expect(await houseOf(jun)).toMatchObject({ my_notes: 'private', is_asked: false })
  })

  test('when a house is taken off the shared shortlist and put back, its notes are no longer shared, and the person is asked again', async () => {
    await shareAll()
    await server.call(ana, removeFromShortlist, { id: 'shared' })
    await write(jun, 'verdict', 'Written while it was off the list')
    await add(ana)
    expect(await notesSeenBy(ana)).toEqual([])
    expect(await houseOf(jun)).toMatchObject({ my_notes: 'private', is_asked: true })
  })

  test('a note stays private if a person wrote it offline, before learning that the house is on a shared shortlist', async () => {
    await share()
    await write(jun, 'note', 'Written before', new Date('2026-01-01T00:00:00Z'))
    await write(jun, 'verdict', 'Written on the way')
    expect(await notesSeenBy(ana)).toEqual([])
  })

  test("a person's pin of a house, cleared notes, and notes on houses outside the shared shortlist are never shared", async () => {
    await shareAll()
    await write(ana, 'pin', { latitude: 35, longitude: 135, accuracy_m: 9 })
    await write(ana, 'note', null)
    const change = { id: randomUUID(), record: 'house:other', field: 'note', value: 'Mine' }
    const at = server.services.now().toISOString()
    await server.call(ana, changeNotes, { changes: [{ ...change, seen: [], at }] })
    await server.call(ana, shareNotes, { id: 'other', shared: true })
    expect(await notesSeenBy(jun)).toEqual([])
    expect(await notesSeenBy(jun, 'other')).toEqual([])
  })

  test('if a person shares a rating by their own criterion, the partner also gets the name of the criterion', async () => {
    await shareAll()
    const id = randomUUID()
    const at = server.services.now().toISOString()
    const change = { record: `criterion:${id}`, field: 'name', value: 'Wood stove' }
    await server.call(jun, changeNotes, {
      changes: [{ ...change, id: randomUUID(), seen: [], at }],
    })
    await write(jun, `rating.${id}`, 5)
    const { body } = await server.call(ana, getPartnerNotes, { id: 'shared' })
    expect(body.criteria).toEqual([{ id, name: 'Wood stove' }])
  })

  test('a person outside the shared list sees none of its notes', async () => {
    await shareAll()
    await write(ana, 'note', 'For Jun')
    const ben = await server.addSubscriber()
    expect(await notesSeenBy(ben)).toEqual([])
    const { body } = await server.call(ben, shareNotes, { id: 'shared', shared: true })
    expect(body.shortlist).toBeNull()
  })
})

describe('photos', () => {
  const PHOTO = {
    ...{ width: 640, height: 480, bytes: 9_000 },
    added_at: '2026-01-14T08:00:00.000Z',
    taken_at: '2026-01-13T08:00:00.000Z',
  }

  /** Adds a photo to the person's notes on the shared house. Resolves with the photo's id. */
  async function takePhoto(person: Person, at = server.services.now()) {
    const id = randomUUID()
    expect(await write(person, photoField(id), PHOTO, at)).toBe(200)
    const input = { id, listing_id: 'shared' }
    const { path, ...init } = toRequest(putOwnPhoto, input, person.token)
    const { status } = await server.fetch(path, { ...init, body: await jpeg() })
    expect(status).toBe(200)
    return id
  }

  async function openPhoto(person: Person | null, photo_id: string, id = 'shared') {
    const { path, ...init } = toRequest(getPartnerPhoto, { id, photo_id }, person?.token)
    return server.fetch(path, init)
  }

  const statusOf = async (person: Person | null, id: string) => (await openPhoto(person, id)).status

  async function photosSeenBy(person: Person) {
    const { body } = await server.call(person, getPartnerNotes, { id: 'shared' })
    return body.photos.map(({ id }) => id)
  }

  test('when a person shares the notes on a house, the partner also sees new photos, with their captions', async () => {
    await shareAll()
    const ofJun = await takePhoto(jun)
    await write(jun, captionField(ofJun), 'The roof')
    const ofAna = await takePhoto(ana)
    const { body } = await server.call(ana, getPartnerNotes, { id: 'shared' })
    const { taken_at } = PHOTO
    const photos = [{ id: ofJun, caption: 'The roof', taken_at }]
    expect(body).toMatchObject({ fields: [], photos })
    expect(await photosSeenBy(jun)).toEqual([ofAna])
    for (const [person, id] of [[ana, ofJun] as const, [jun, ofAna] as const]) {
      const response = await openPhoto(person, id)
      expect(response.headers.get('content-type')).toBe('image/jpeg')
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })

  test('a photo on a shared shortlist counts only against the quota of the person who took it', async () => {
    await shareAll()
    await takePhoto(jun)
    const spaceOf = async (person: Person) =>
      (await server.call(person, getOwnPhotoSpace, {})).body.used_bytes
    expect(await spaceOf(ana)).toBe(0)
    expect(await spaceOf(jun)).toBeGreaterThan(0)
  })

  test('a photo of a house is private until its owner shares it', async () => {
    const id = await takePhoto(ana)
    await share()
    expect(await houseOf(ana)).toMatchObject({ my_notes: 'private', has_private_notes: true })
    expect([await photosSeenBy(jun), await statusOf(jun, id)]).toEqual([[], 404])
    await answer(ana, true)
    expect([await photosSeenBy(jun), await statusOf(jun, id)]).toEqual([[id], 200])
    await answer(ana, false)
    expect([await photosSeenBy(jun), await statusOf(jun, id)]).toEqual([[], 404])
  })

  test("if a device states which version of the partner's notes it has, the server sends notes and photos only after a change", async () => {
    await shareAll()
    await write(jun, 'verdict', 'Light, and dry')
    const read = async (known?: string) =>
      (await server.call(ana, getPartnerNotes, { id: 'shared', known })).body
    const first = await read()
    expect(first.fields).toHaveLength(1)
    const unchanged = { version: first.version, is_unchanged: true, fields: [], criteria: [] }
    expect(await read(first.version)).toEqual({ ...unchanged, photos: [] })
    await write(jun, 'pin', { latitude: 35, longitude: 135, accuracy_m: 9 })
    expect(await read(first.version)).toEqual({ ...unchanged, photos: [] })

    await write(jun, 'note', 'Near the sea')
    const second = await read(first.version)
    expect(second.fields).toHaveLength(2)
    await takePhoto(jun)
    const third = await read(second.version)
    expect(third.photos).toHaveLength(1)
    await answer(jun, false)
    expect(await read(third.version)).toEqual({ fields: [], criteria: [], photos: [] })
  })

  test('the partner sees a shared photo only after the server has received the image file', async () => {
    await shareAll()
    const id = randomUUID()
    await write(jun, photoField(id), PHOTO)
    expect([await photosSeenBy(ana), await statusOf(ana, id)]).toEqual([[], 404])
  })

  test('only the partner can open a shared photo, and only with the id of the house to which it belongs', async () => {
    await shareAll()
    const id = await takePhoto(ana)
    const [ben, admin] = [await server.addSubscriber(), await server.addAdmin()]
    for (const other of [ben, admin, ana]) expect(await statusOf(other, id)).toBe(404)
    expect(await statusOf(null, id)).toBe(401)
    expect((await openPhoto(jun, id, 'other')).status).toBe(404)
  })

  test.each([
    ['the partner has left', () => server.call(jun, endPartnership, {})],
    ['the owner has removed the partner', () => server.call(ana, endPartnership, {})],
    ['the house left the list', () => server.call(jun, removeFromShortlist, { id: 'shared' })],
    [
      'the owner has deleted the account',
      () => server.call(ana, deleteAccount, { password: PASSWORD }),
    ],
    [
      'the subscription has ended',
      () => server.services.db.update(subscriptions).set({ status: 'expired' }),
    ],
  ])('the partner can no longer open a shared photo after %s', async (_, end) => {
    await shareAll()
    const id = await takePhoto(ana)
    expect(await statusOf(jun, id)).toBe(200)
    await end()
    expect(await statusOf(jun, id)).toBe(404)
  })

  test('the partner can no longer open a shared photo after its owner has deleted it', async () => {
    await shareAll()
    const id = await takePhoto(jun)
    server.setNow('2026-01-15T00:01:00Z')
    await write(jun, photoField(id), null)
    expect([await photosSeenBy(ana), await statusOf(ana, id)]).toEqual([[], 404])
  })
})

describe('an invitation', () => {
  test('an invitation to a shared list names its sender before and after signing in, and works only once', async () => {
    await add(ana)
    const token = await invite()
    const { body } = await server.call(jun, readInvitation, { token })
    expect(body).toEqual({ inviter: 'Ana', houses: 1, own_list: null })
    const visitor = await server.call(null, readInviter, { token })
    expect(visitor.body).toEqual({ inviter: 'Ana', houses: 1 })
    await accept(jun, token)
    expect((await server.call(null, readInviter, { token })).status).toBe(404)
    const ben = await server.addUser()
    expect((await accept(ben, token)).status).toBe(404)
    expect(await listOf(ben)).toBeNull()
    expect((await listOf(ana))?.other).toEqual({ name: 'Jun' })
  })

  test('an invitation to a shared list can be mailed, withdrawn and replaced, and expires after seven days', async () => {
    const token = await invite('jun@example.com')
    const [mail] = await server.mails()
    expect(mail).toMatchObject({ to: 'jun@example.com', text: expect.stringContaining(token) })
    expect((await listOf(ana))?.invitation?.email).toBe('jun@example.com')
    await server.call(ana, withdrawInvitation, {})
    expect((await accept(jun, token)).status).toBe(404)

    const [first, second] = [await invite(), await invite()]
    expect((await accept(jun, first)).status).toBe(404)
    server.setNow('2026-01-22T00:00:01Z')
    expect((await accept(jun, second)).status).toBe(404)
    expect((await listOf(ana))?.invitation).toBeNull()
  })

  test('a mailed invitation names its sender, but never passes on an address in the name', async () => {
    await invite('jun@example.com')
    for (const name of [
      'WIN $1000 at http://prize.example',
      'Buy at prize.example',
      'ana@ex.com',
    ]) {
      await server.services.db.update(users).set({ name }).where(eq(users.id, ana.id))
      const token = await invite('jun@example.com')
      const { body } = await server.call(null, readInviter, { token })
      expect(body.inviter).toBeNull()
    }
    const [named, ...others] = await server.mails()
    expect(named?.text).toContain('Ana')
    expect(others).toHaveLength(3)
    for (const { text } of others) {
      expect(text).toContain('A member of Engawa would like to choose a house')
      expect(text).not.toMatch(/prize|ana@/)
    }
  })

  test('an invitation to a shared list cannot be accepted by its own sender, or by a person who already shares a list', async () => {
    const token = await invite()
    expect((await accept(ana, token)).status).toBe(409)
    const ben = await server.addSubscriber()
    await add(ben)
    const { body } = await server.call(ben, inviteToShortlist, {})
    await accept(jun, new URL(body.link).hash.slice(1))
    const read = await server.call(ben, readInvitation, { token })
    expect(read.body.own_list).toEqual({ houses: 1, is_shared: true })
    for (const person of [ben, jun]) {
      const { status } = await server.call(person, acceptInvitation, {
        token,
        leaves_own_list: true,
      })
      expect(status).toBe(409)
    }
  })

  test.each(['active', 'expired'] as const)(
    'a person whose subscription is %s can join a shared list only after agreeing to lose their own list',
    async (status) => {
      const ben = await server.addSubscriber()
      await add(ben)
      const { db } = server.services
      await db.update(subscriptions).set({ status }).where(eq(subscriptions.userId, ben.id))
      const token = await invite()
      const { body } = await server.call(ben, readInvitation, { token })
      expect(body.own_list).toEqual({ houses: 1, is_shared: false })
      expect((await accept(ben, token)).status).toBe(409)
      const joined = await server.call(ben, acceptInvitation, { token, leaves_own_list: true })
      expect(joined.status).toBe(200)
      expect(await listOf(ben)).toMatchObject({ role: 'partner', houses: [] })
      expect((await server.call(ana, inviteToShortlist, {})).status).toBe(409)
    },
  )

  test("two people who accept each other's invitations at once share one list", async () => {
    const ben = await server.addSubscriber({ user: { name: 'Ben' } })
    const tokens = await Promise.all(
      [ben, ana].map(async (person) => {
        const { body } = await server.call(person, inviteToShortlist, {})
        return new URL(body.link).hash.slice(1)
      }),
    )
    const answers = await Promise.all(
      [ana, ben].map((person, index) => accept(person, tokens[index] ?? '')),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await listOf(ana))?.other?.name).toBe('Ben')
    expect((await listOf(ben))?.other?.name).toBe('Ana')
  })

  test('within a year, a limited number of people without a subscription can join the shared list of one owner', async () => {
    for (let joined = 0; joined < MAX_GUESTS_A_YEAR; joined += 1) {
      expect((await accept(await server.addUser(), await invite())).status).toBe(200)
      await server.call(ana, endPartnership, {})
    }
    const token = await invite()
    expect(await accept(jun, token)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('5 people without a subscription') },
    })
    expect((await accept(await server.addSubscriber(), token)).status).toBe(200)
  })

  test('a person without a subscription who joins the same shared list twice counts once towards the yearly limit', async () => {
    const join = async (person: Person) => {
      const { status } = await accept(person, await invite())
      if (status === 200) await server.call(ana, endPartnership, {})
      return status
    }
    expect([await join(jun), await join(jun)]).toEqual([200, 200])
    for (let joined = 1; joined < MAX_GUESTS_A_YEAR; joined += 1) {
      expect(await join(await server.addUser())).toBe(200)
    }
    const other = await server.addUser()
    expect(await join(other)).toBe(409)
    // A refused attempt does not count as joining. Otherwise, the next attempt would count as a
    // rejoin, which is allowed.
    expect(await join(other)).toBe(409)
    expect(await join(jun)).toBe(200)
  })

  test('the number of invitations that a person can send is limited', async () => {
    for (let sent = 0; sent < 10; sent += 1) await invite()
    expect((await server.call(ana, inviteToShortlist, {})).status).toBe(429)
  })
})

test('a partner whom the owner has just removed adds no house to the shared list', async () => {
  const ben = await server.addSubscriber()
  await accept(ben, await invite())
  const changes = await server.services.db.transaction(async (tx) => {
    await tx.select().from(shortlists).for('update')
    const removal = server.call(ana, endPartnership, {})
    await untilLocksAreAwaited(tx, 1)
    const addition = add(ben)
    await untilLocksAreAwaited(tx, 2)
    return [removal, addition]
  })
  await Promise.all(changes)
  expect(await listOf(ana)).toMatchObject({ other: null, houses: [] })
})

test.each([
  ['the partner leaves', () => jun],
  ['the owner removes the partner', () => ana],
])('when %s, neither person sees the notes of the other person any more', async (_, who) => {
  await shareAll()
  await write(ana, 'note', 'Of Ana')
  await write(jun, 'note', 'Of Jun')
  await server.call(who(), endPartnership, {})
  expect(await open(jun, 'shared')).toBe(403)
  expect(await listOf(jun)).toBeNull()
  expect(await notesSeenBy(ana)).toEqual([])
  expect(await houseOf(ana)).toMatchObject({ my_notes: 'private', their_verdict: null })
  const { body } = await server.call(ana, listNotes, {})
  expect(body.fields.map(({ value }) => value)).toEqual(['Of Ana'])
})

test("when the owner's subscription ends, the shared shortlist closes for both people until the subscription is active again", async () => {
  await shareAll()
  await write(jun, 'verdict', 'Ours')
  const { db } = server.services
  const set = (status: 'expired' | 'active') =>
    db.update(subscriptions).set({ status }).where(eq(subscriptions.userId, ana.id))
  await set('expired')
  expect(await open(jun, 'shared')).toBe(403)
  expect(await listOf(jun)).toMatchObject({ is_open: false, other: { name: 'Ana' }, houses: [] })
  expect(await listOf(ana)).toMatchObject({ is_open: false, houses: [] })
  await set('active')
  expect(await open(jun, 'shared')).toBe(200)
  expect((await houseOf(ana))?.their_verdict).toBe('Ours')
})

test('while the owner is blocked, the shared shortlist is closed for the partner', async () => {
  await share()
  const { db } = server.services
  const block = (isBlocked: boolean) =>
    db.update(users).set({ isBlocked }).where(eq(users.id, ana.id))
  await block(true)
  expect(await open(jun, 'shared')).toBe(403)
  expect(await listOf(jun)).toMatchObject({ is_open: false, houses: [] })
  await block(false)
  expect(await open(jun, 'shared')).toBe(200)
})

test('when the owner deletes the account, the partner loses the shared shortlist', async () => {
  await share()
  await server.call(ana, deleteAccount, { password: PASSWORD })
  expect(await listOf(jun)).toBeNull()
  expect(await open(jun, 'shared')).toBe(403)
})

test('notes that were shared with a deleted partner are not shared with the next partner', async () => {
  await write(ana, 'note', 'For Jun')
  await shareAll()
  await server.call(jun, deleteAccount, { password: PASSWORD })
  expect(await listOf(ana)).toMatchObject({ other: null })
  const ben = await server.addUser()
  await accept(ben, await invite())
  expect(await notesSeenBy(ben)).toEqual([])
  expect(await houseOf(ana)).toMatchObject({ my_notes: 'private', is_asked: true })
})

test('a shared shortlist holds a limited number of houses', async () => {
  await add(ana)
  const { db, now } = server.services
  const [list] = await db.select().from(shortlistHouses)
  for (let count = 1; count < MAX_SHORTLIST_HOUSES; count += 1) {
    const { id } = await server.addListing({})
    await db
      .insert(shortlistHouses)
      .values({ shortlistId: list?.shortlistId ?? '', listingId: id, addedAt: now() })
  }
  expect((await add(ana, 'other')).status).toBe(409)
  expect((await add(ana)).status).toBe(200)
})

test('the data that a person downloads contains the shared list, but no data of the other person on the list', async () => {
  await share()
  await answer(jun, false)
  await write(ana, 'note', 'Of Ana')
  const { body } = await server.call(jun, getOwnData, {})
  expect(body.shortlist).toEqual({
    role: 'partner',
    created_at: expect.any(String),
    has_partner: true,
    invitation: null,
    houses: [
      {
        listing_id: 'shared',
        added_at: '2026-01-15T00:00:00.000Z',
        added_by_you: false,
      },
    ],
    sharing_answers: [{ listing_id: 'shared', is_shared: false }],
  })
  expect(JSON.stringify(body)).not.toMatch(/Ana/)
})
