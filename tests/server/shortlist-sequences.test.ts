import { randomUUID } from 'node:crypto'
import { addHours } from 'date-fns/addHours'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toRequest } from '#contract/endpoint.ts'
import { changeKit } from '#contract/kit.ts'
import { photoField } from '#contract/own-photo-fields.ts'
import { putOwnPhoto } from '#contract/own-photos.ts'
import {
  acceptInvitation,
  addToShortlist,
  endPartnership,
  getPartnerNotes,
  getPartnerPhoto,
  getShortlist,
  inviteToShortlist,
  removeFromShortlist,
  shareNotes,
} from '#contract/shortlist.ts'
import { jpeg } from '#tests/support/pictures.ts'
import { SERIES } from '#tests/support/series.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

/** The timeout that aborts a hanging run, in milliseconds. */
const TIMEOUT_MS = 1_800_000

const HOUSES = ['ine', 'yabu'] as const
const WHO = ['owner', 'partner'] as const
type House = (typeof HOUSES)[number]
type Who = (typeof WHO)[number]

const who = fc.constantFrom(...WHO)
const house = fc.constantFrom(...HOUSES)

/** An action of one of the two people. Each step happens some hours after the previous step. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('join' as const) }),
  fc.record({ kind: fc.constantFrom('separate' as const, 'switch network' as const), who }),
  fc.record({ kind: fc.constant('list' as const), house }),
  fc.record({ kind: fc.constant('take off' as const), who, house }),
  fc.record({ kind: fc.constant('share' as const), who, house, shared: fc.boolean() }),
  ...(['note', 'photo'] as const).map((kind) => fc.record({ kind: fc.constant(kind), who, house })),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/**
 * The first steps of a sequence. They end with a shared house, so that few later steps have no
 * effect. In some sequences, a person adds a note or a photo before the sharing begins. The device
 * sends the note or photo before or after the sharing begins.
 */
const [onList, joins] = [{ kind: 'list', house: 'ine' } as const, { kind: 'join' } as const]
const opening = fc.constantFrom<Step[]>(
  [onList, joins],
  [{ kind: 'note', who: 'partner', house: 'ine' }, onList, joins],
  [{ kind: 'note', who: 'owner', house: 'ine' }, onList, joins],
  [
    { kind: 'switch network', who: 'owner' },
    { kind: 'photo', who: 'owner', house: 'ine' },
    ...[onList, joins],
    { kind: 'switch network', who: 'owner' },
  ],
)

/** A note or a photo, as the writer's device stores it. */
interface Written {
  house: House
  field: string
  value: unknown
  at: Date
}

const other = (one: Who): Who => (one === 'owner' ? 'partner' : 'owner')

/** A model of the server's data that implements only the rules of sharing. */
function openModel() {
  let isShared = false
  const listed = new Set<House>()
  /** The time from which on a person shares the fields of a house, by person and house. */
  const since = new Map<string, Date>()
  const sent: Record<Who, Written[]> = { owner: [], partner: [] }

  /**
   * For each of these houses, begins to share the new notes and photos of every person who has sent
   * none of the house yet.
   */
  function beginSharing(on: Iterable<House>, now: Date) {
    if (!isShared) return
    for (const one of on) {
      for (const person of WHO) {
        const key = `${person} ${one}`
        if (since.has(key) || sent[person].some(({ house }) => house === one)) continue
        since.set(key, now)
      }
    }
  }

  return {
    isShared: () => isShared,
    mayWrite: (person: Who) => person === 'owner' || isShared,
    join(now: Date) {
      isShared = true
      beginSharing(listed, now)
    },
    separate() {
      isShared = false
      since.clear()
    },
    list(one: House, now: Date) {
      if (listed.has(one)) return
      listed.add(one)
      beginSharing([one], now)
    },
    takeOff(one: House) {
      listed.delete(one)
      for (const person of WHO) since.delete(`${person} ${one}`)
    },
    share(person: Who, one: House, shared: boolean) {
      if (!isShared || !listed.has(one)) return
      if (shared) since.set(`${person} ${one}`, new Date(0))
      else since.delete(`${person} ${one}`)
    },
    receive(person: Who, written: Written[]) {
      sent[person].push(...written)
    },
    /** The fields of `person` on a house that the other person sees. */
    seenOf(person: Who, one: House) {
      const from = since.get(`${person} ${one}`)
      const latest = new Map(
        sent[person].filter(({ house }) => house === one).map((all) => [all.field, all]),
      )
      return [...latest.values()].filter(({ at }) => from && at >= from)
    },
    photosOf: (person: Who) => sent[person].filter(({ field }) => field !== 'verdict'),
  }
}

async function openWorld(server: TestServer) {
  const model = openModel()
  const people: Record<Who, Person> = {
    owner: await server.addSubscriber(),
    partner: await server.addUser(),
  }
  const offline = new Set<Who>()
  const unsent: Record<Who, Written[]> = { owner: [], partner: [] }
  let now = new Date('2026-01-15T00:00:00Z')
  const picture = await jpeg(16, 12)

  async function send(person: Who) {
    if (offline.has(person) || !model.mayWrite(person)) return
    const { token } = people[person]
    for (const { house, field, value, at } of unsent[person]) {
      const change = { id: randomUUID(), record: `house:${house}`, field, value, seen: [] }
      const changes = [{ ...change, at: at.toISOString() }]
      expect((await server.call({ token }, changeKit, { changes })).status).toBe(200)
      if (field === 'verdict') continue
      const input = { id: field.slice(photoField('').length), listing_id: house }
      const { path, ...init } = toRequest(putOwnPhoto, input, token)
      expect((await server.fetch(path, { ...init, body: picture })).status).toBe(200)
    }
    model.receive(person, unsent[person].splice(0))
  }

  async function write(person: Who, one: House, field: string, value: unknown) {
    unsent[person].push({ house: one, field, value, at: now })
    await send(person)
  }

  async function perform(action: Step) {
    const { owner, partner } = people
    switch (action.kind) {
      case 'join': {
        if (model.isShared()) return
        const { body } = await server.call(owner, inviteToShortlist, {})
        const token = new URL(body.link).hash.slice(1)
        expect((await server.call(partner, acceptInvitation, { token })).status).toBe(200)
        model.join(now)
        return send('partner')
      }
      case 'separate':
        // If a partner who has already left sends this request, the request changes nothing.
        await server.call(people[action.who], endPartnership, {})
        return model.separate()
      case 'switch network':
        if (offline.delete(action.who)) return send(action.who)
        return void offline.add(action.who)
      case 'list':
        await server.call(owner, addToShortlist, { listing_id: action.house })
        return model.list(action.house, now)
      case 'take off':
        if (!model.mayWrite(action.who)) return
        await server.call(people[action.who], removeFromShortlist, { id: action.house })
        return model.takeOff(action.house)
      case 'share': {
        const { house: id, shared } = action
        await server.call(people[action.who], shareNotes, { id, shared })
        return model.share(action.who, id, shared)
      }
      case 'note':
        return write(action.who, action.house, 'verdict', `At ${now.toISOString()}`)
      case 'photo': {
        const photo = { width: 16, height: 12, bytes: 400, added_at: now.toISOString() }
        return write(action.who, action.house, photoField(randomUUID()), photo)
      }
    }
  }

  async function check() {
    const { body } = await server.call(people.partner, getShortlist, {})
    expect(body.shortlist !== null).toBe(model.isShared())
    for (const person of WHO) {
      const reader = people[other(person)]
      const seen = new Set<string>()
      for (const id of HOUSES) {
        const expected = model.seenOf(person, id)
        const { status, body } = await server.call(reader, getPartnerNotes, { id })
        expect(status).toBe(model.mayWrite(other(person)) ? 200 : 403)
        const photos = (body.photos ?? []).map((photo) => photoField(photo.id))
        const fields = (body.fields ?? []).map(({ value }) => value)
        for (const field of photos) seen.add(field)
        expect([...fields, ...photos].sort()).toEqual(
          expected.map(({ field, value }) => (field === 'verdict' ? String(value) : field)).sort(),
        )
      }
      for (const { house: id, field } of model.photosOf(person)) {
        const input = { id, photo_id: field.slice(photoField('').length) }
        const { path, ...init } = toRequest(getPartnerPhoto, input, reader.token)
        const { status } = await server.fetch(path, init)
        expect(status).toBe(seen.has(field) ? 200 : 404)
      }
    }
  }

  return {
    async run(steps: Step[]) {
      for (const one of steps) {
        // Some hours later, so that no person reaches the daily limit of invitations.
        now = addHours(now, 3)
        server.setNow(now.toISOString())
        await perform(one)
        await check()
      }
    },
  }
}

test(
  'after any sequence of joining, leaving, sharing and writing on- and offline, each person sees exactly what the other person shares',
  async () => {
    const server = await startServer()
    for (const id of HOUSES) await server.addListing({ id })
    await fc.assert(
      fc.asyncProperty(
        opening,
        fc.array(step, { minLength: 8, maxLength: 20 }),
        async (first, steps) => {
          const world = await openWorld(server)
          await world.run([...first, ...steps])
        },
      ),
      { numRuns: SERIES.shortlistSequences, seed: SERIES.seed },
    )
  },
  TIMEOUT_MS,
)
