import { randomUUID } from 'node:crypto'
import { addHours } from 'date-fns/addHours'
import { subHours } from 'date-fns/subHours'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toRequest } from '#contract/endpoint.ts'
import { changeNotes } from '#contract/notes.ts'
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
const ROLES = ['owner', 'partner'] as const
type House = (typeof HOUSES)[number]
type Role = (typeof ROLES)[number]

const who = fc.constantFrom(...ROLES)
const house = fc.constantFrom(...HOUSES)

/** An action of one of the two people. Each step happens some hours after the previous step. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('join' as const) }),
  fc.record({ kind: fc.constantFrom('separate' as const, 'switch network' as const), who }),
  ...(['list', 'take off', 'take off and put back', 'note', 'late note', 'photo'] as const).map(
    (kind) => fc.record({ kind: fc.constant(kind), who, house }),
  ),
  fc.record({ kind: fc.constant('answer' as const), who, house, shared: fc.boolean() }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/**
 * The first steps of a sequence. After these steps, a house is on the shared list, because most
 * later steps have no effect without such a house. In some sequences, a person adds a note or a
 * photo before their phone knows that the house is on the list. In others, a person answers the
 * question of whether to share their notes, and then the house is taken off the list and put back.
 */
const listHouse: Step = { kind: 'list', who: 'owner', house: 'ine' }
const joinList: Step = { kind: 'join' }
const opening = fc.constantFrom<Step[]>(
  [listHouse, joinList],
  [{ kind: 'note', who: 'partner', house: 'ine' }, listHouse, joinList],
  [{ kind: 'note', who: 'owner', house: 'ine' }, listHouse, joinList],
  [
    { kind: 'switch network', who: 'owner' },
    { kind: 'photo', who: 'owner', house: 'ine' },
    ...[listHouse, joinList],
    { kind: 'switch network', who: 'owner' },
  ],
  [
    ...[listHouse, joinList],
    { kind: 'answer', who: 'partner', house: 'ine', shared: false },
    { kind: 'take off and put back', who: 'owner', house: 'ine' },
    { kind: 'note', who: 'partner', house: 'ine' },
  ],
  [
    ...[listHouse, joinList],
    { kind: 'answer', who: 'owner', house: 'ine', shared: true },
    { kind: 'take off', who: 'partner', house: 'ine' },
    { kind: 'photo', who: 'owner', house: 'ine' },
    listHouse,
  ],
)

/** A note or a photo, as the writer's device stores it. */
interface Written {
  house: House
  field: string
  value: unknown
  at: Date
}

const other = (one: Role): Role => (one === 'owner' ? 'partner' : 'owner')

/** A model of what the server should store and show. It follows only the rules of sharing. */
function openModel(partnerSubscribes: boolean) {
  let isShared = false
  const listed = new Set<House>()
  /** The answers to the question whether to share, by person and house. */
  const answers = new Map<string, boolean>()
  const sent: Record<Role, Written[]> = { owner: [], partner: [] }
  const answerOf = (person: Role, one: House) => answers.get(`${person} ${one}`)

  return {
    isShared: () => isShared,
    isListed: (one: House) => listed.has(one),
    mayWrite: (person: Role) => person === 'owner' || partnerSubscribes || isShared,
    mayList: (person: Role) => person === 'owner' || (partnerSubscribes && isShared),
    mayTakeOff: (person: Role) => person === 'owner' || isShared,
    answerOf,
    join() {
      isShared = true
    },
    separate() {
      isShared = false
      answers.clear()
    },
    list(one: House) {
      listed.add(one)
    },
    takeOff(one: House) {
      listed.delete(one)
      for (const person of ROLES) if (answerOf(person, one)) answers.delete(`${person} ${one}`)
    },
    answer(person: Role, one: House, shared: boolean) {
      if (isShared && listed.has(one)) answers.set(`${person} ${one}`, shared)
    },
    receive(person: Role, written: Written[]) {
      sent[person].push(...written)
    },
    /** What `person` wrote about a house, as far as the other person can see it. */
    seenOf(person: Role, one: House) {
      if (!answerOf(person, one)) return []
      const latest = new Map(
        sent[person].filter(({ house }) => house === one).map((all) => [all.field, all]),
      )
      return [...latest.values()]
    },
    sentBy: (person: Role) => sent[person],
  }
}

const isPhoto = ({ field }: Pick<Written, 'field'>) => field.startsWith(photoField(''))

async function setUpShortlist(server: TestServer, partnerSubscribes: boolean) {
  const model = openModel(partnerSubscribes)
  const people: Record<Role, Person> = {
    owner: await server.addSubscriber(),
    partner: partnerSubscribes ? await server.addSubscriber() : await server.addUser(),
  }
  const offline = new Set<Role>()
  const unsent: Record<Role, Written[]> = { owner: [], partner: [] }
  let now = new Date('2026-01-15T00:00:00Z')
  const picture = await jpeg(16, 12)

  async function send(person: Role) {
    if (offline.has(person) || !model.mayWrite(person)) return
    const { token } = people[person]
    for (const { house, field, value, at } of unsent[person]) {
      const change = { id: randomUUID(), record: `house:${house}`, field, value, seen: [] }
      const changes = [{ ...change, at: at.toISOString() }]
      expect((await server.call({ token }, changeNotes, { changes })).status).toBe(200)
      if (!isPhoto({ field })) continue
      const input = { id: field.slice(photoField('').length), listing_id: house }
      const { path, ...init } = toRequest(putOwnPhoto, input, token)
      expect((await server.fetch(path, { ...init, body: picture })).status).toBe(200)
    }
    model.receive(person, unsent[person].splice(0))
  }

  async function write(person: Role, one: House, field: string, value: unknown, at = now) {
    unsent[person].push({ house: one, field, value, at })
    await send(person)
  }

  async function list(person: Role, one: House) {
    if (!model.mayList(person)) return
    const { status } = await server.call(people[person], addToShortlist, { listing_id: one })
    expect(status).toBe(200)
    model.list(one)
  }

  async function takeOff(person: Role, one: House) {
    if (!model.mayTakeOff(person)) return
    await server.call(people[person], removeFromShortlist, { id: one })
    model.takeOff(one)
  }

  async function perform(action: Step) {
    const { owner, partner } = people
    switch (action.kind) {
      case 'join': {
        if (model.isShared()) return
        const { body } = await server.call(owner, inviteToShortlist, {})
        const token = new URL(body.link).hash.slice(1)
        expect((await server.call(partner, acceptInvitation, { token })).status).toBe(200)
        model.join()
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
        return list(action.who, action.house)
      case 'take off':
        return takeOff(action.who, action.house)
      case 'take off and put back':
        await takeOff(action.who, action.house)
        return list(action.who, action.house)
      case 'answer': {
        const { house: id, shared } = action
        await server.call(people[action.who], shareNotes, { id, shared })
        return model.answer(action.who, id, shared)
      }
      case 'note':
        return write(action.who, action.house, 'verdict', `At ${now.toISOString()}`)
      case 'late note': {
        const value = `Late, at ${now.toISOString()}`
        const field = `check.${randomUUID()}.remark`
        return write(action.who, action.house, field, value, subHours(now, 20))
      }
      case 'photo': {
        const at = now.toISOString()
        const photo = { width: 16, height: 12, bytes: 400, added_at: at, taken_at: at }
        return write(action.who, action.house, photoField(randomUUID()), photo)
      }
    }
  }

  /** Compares the responses of the server with the model. */
  async function check() {
    const { body } = await server.call(people.partner, getShortlist, {})
    expect(body.shortlist !== null).toBe(model.isShared())
    for (const person of ROLES) {
      const answers = await readAnswersFor(other(person), person)
      await checkPhotos(person, answers)
      checkPrivacy(person, answers)
    }
  }

  /** Returns the responses that `reader` gets. Compares the notes of `person` with the model. */
  async function readAnswersFor(reader: Role, person: Role) {
    const list = await server.call(people[reader], getShortlist, {})
    const answers = [JSON.stringify(list.body)]
    const houses = list.body.shortlist?.houses ?? []
    for (const { listing_id, my_notes, is_asked } of houses) {
      const answer = model.answerOf(reader, listing_id as House)
      expect(my_notes).toBe(answer ? 'all' : 'private')
      expect(is_asked).toBe(answer === undefined)
    }
    for (const id of HOUSES) {
      const { status, body } = await server.call(people[reader], getPartnerNotes, { id })
      answers.push(JSON.stringify(body))
      expect(status).toBe(model.mayWrite(reader) ? 200 : 403)
      const photos = (body.photos ?? []).map((photo) => photoField(photo.id))
      const fields = (body.fields ?? []).map(({ value }) => value)
      expect([...fields, ...photos].sort()).toEqual(
        model
          .seenOf(person, id)
          .map((one) => (isPhoto(one) ? one.field : String(one.value)))
          .sort(),
      )
    }
    return answers.join(' ')
  }

  async function checkPhotos(person: Role, answers: string) {
    for (const { house: id, field } of model.sentBy(person).filter(isPhoto)) {
      const photo_id = field.slice(photoField('').length)
      const { token } = people[other(person)]
      const { path, ...init } = toRequest(getPartnerPhoto, { id, photo_id }, token)
      const { status } = await server.fetch(path, init)
      expect(status).toBe(answers.includes(photo_id) ? 200 : 404)
    }
  }

  /** Checks that `answers` contains no note and no photo that `person` does not share. */
  function checkPrivacy(person: Role, answers: string) {
    for (const { house, field, value } of model.sentBy(person)) {
      const isShared = model.isListed(house) && model.answerOf(person, house)
      if (isShared) continue
      const secret = isPhoto({ field }) ? field.slice(photoField('').length) : String(value)
      expect(answers).not.toContain(secret)
    }
  }

  return {
    async run(steps: Step[]) {
      for (const one of steps) {
        // Advance the clock. If all steps happened on one day, a person could reach the daily limit
        // of invitations.
        now = addHours(now, 3)
        server.setNow(now.toISOString())
        await perform(one)
        await check()
      }
    },
  }
}

test(
  'after any changes online and offline, each of two people who share a list sees exactly what the other agreed to share',
  async () => {
    const server = await startServer()
    for (const id of HOUSES) await server.addListing({ id })
    await fc.assert(
      fc.asyncProperty(
        opening,
        fc.array(step, { minLength: 8, maxLength: 20 }),
        fc.boolean(),
        async (first, steps, partnerSubscribes) => {
          const world = await setUpShortlist(server, partnerSubscribes)
          await world.run([...first, ...steps])
        },
      ),
      { numRuns: SERIES.shortlistSequences, seed: SERIES.seed },
    )
  },
  TIMEOUT_MS,
)
