import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setAlert } from '#contract/alerts.ts'
import { addFavorite } from '#contract/favorites.ts'
import { History } from '#contract/history.ts'
import { getListing } from '#contract/listings.ts'
import { registerPush } from '#contract/push.ts'
import { saveSearch } from '#contract/saved-searches.ts'
import { openAlertsWork } from '#server/alerts/alerts-work.ts'
import { SCHEDULE } from '#server/audit/audit.ts'
import { startSession } from '#server/auth/sessions.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { openResolver } from '#server/listings/open-search.ts'
import { openMailQueue } from '#server/mail/mail-queue.ts'
import { setOptOut } from '#server/opt-outs/opt-outs.ts'
import { preparePlaces } from '#server/places/stored-places.ts'
import { openPushQueue } from '#server/push/push-queue.ts'
import {
  expected,
  FOLLOWERS,
  type Follower,
  HOUSES,
  historyText,
  type Offers,
  openHistoryModel,
  readMail,
  step,
  toFile,
  toPushText,
  toText,
} from '#tests/support/alert-model.ts'
import { importInto } from '#tests/support/imports.ts'
import { startPushService } from '#tests/support/push-service.ts'
import { SERIES } from '#tests/support/series.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const TIMEOUT_MS = 7_200_000
const MINUTES = 60_000

type PushService = Awaited<ReturnType<typeof startPushService>>

test(`over ${SERIES.alertSteps} random imports, kills and failures of mail server and push service, each person is told of each change once in each channel`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const phones = await openPhones()
  const server = await startServer({ pushOrigins: [phones.origin] })
  const { db } = server.services
  await preparePlaces(db, server.services.now())
  let now = new Date('2026-01-15T09:00:00Z')
  const pass = (minutes: number) => {
    now = new Date(now.getTime() + minutes * MINUTES)
    server.setNow(now.toISOString())
  }
  const model = openHistoryModel()
  const seen = new Set(HOUSES.slice(0, 6))
  let offers: Offers = Object.fromEntries(
    [...seen].map((id) => [id, { price: 3_000_000, layout: '4DK' }]),
  )
  model.noteImport({}, offers)
  await load(db, toFile(offers), now)
  const people = new Map<Follower, Person>()
  for (const follower of FOLLOWERS) people.set(follower, await follow(server, follower))

  const due: string[] = []
  const sent: string[] = []
  let hasOptOut = false
  const steps = fc.sample(step, { numRuns: SERIES.alertSteps, seed: SERIES.seed })
  for (const { imports, workers, kills, mailFails, pushAnswers, turnsOptOut } of steps) {
    for (const [{ email, devices }, person] of people) {
      for (let number = 0; number < devices; number++) {
        await phones.use(server, person, `${email}-${number}`)
      }
    }
    if (turnsOptOut) hasOptOut = !hasOptOut
    await optOut(server, hasOptOut)
    const states = [offers]
    for (const { changes, isRepeated, cutAt } of imports) {
      pass(1)
      if (cutAt !== null) await loadCut(db, toFile(offers), { cutAt, now })
      const after = { ...offers }
      for (const [id, next] of Object.entries(changes)) after[id] = next ?? undefined
      model.noteImport(offers, after)
      offers = after
      states.push(offers)
      const file = toFile(offers)
      await Promise.allSettled([
        load(killed(db, kills), file, now),
        runKilled(server, workers, kills),
      ])
      await load(db, file, now)
      if (isRepeated) await load(db, file, now)
      await runWorkers(server, workers, kills)
    }
    // Longer than an alert at once waits, and than the delay after the last failure of a message.
    pass(300)
    await runWorkers(server, workers, kills)
    for (const follower of FOLLOWERS) {
      const { email, channel } = follower
      const news = expected(follower, { states, seen, hasOptOut })
      if (news.length === 0) continue
      if (channel !== 'push') due.push(toText(email, news))
      if (channel !== 'mail') phones.expect(email, toPushText(news))
    }
    for (const id of HOUSES) if (states.some((state) => state[id])) seen.add(id)
    await sendMails(server, mailFails, sent)
    await phones.receive(server, pushAnswers)
  }
  pass(300)
  for (const { to, text } of await server.mails()) sent.push(toText(to, readMail(text)))
  await phones.receive(server)
  expect(sent.toSorted()).toEqual(due.toSorted())
  expect(due.length).toBeGreaterThan(SERIES.alertSteps)
  expect(phones.faults()).toEqual([])
  expect(phones.count()).toBeGreaterThan(SERIES.alertSteps)
  // Only the history of a house that is shown can be read.
  await optOut(server, false)
  const all = Object.fromEntries(HOUSES.map((id) => [id, { price: 7_000_000, layout: '6LDK' }]))
  model.noteImport(offers, all)
  await load(db, toFile(all), now)
  for (const id of HOUSES) await expectHistory(server, id, model.histories.get(id))
})

/** The devices of all people, at a push service that fails at random. */
async function openPhones() {
  const service = await startPushService()
  const faults: string[] = []
  const phones = new Map<string, Phone>()
  let received = 0
  type Answers = Iterator<ReturnType<Parameters<PushService['answerWith']>[0]>>
  const answer = (path: string, answers: Answers | undefined) => {
    const phone = [...phones.values()].find((one) => one.path === path)
    if (!phone) return { status: 410 }
    const next = answers?.next().value ?? { status: 201 }
    if (typeof next === 'string' || next.status === 429 || next.status >= 500) return next
    if (next.status === 201) {
      const { app_badge, notification } = phone.messages().at(-1)
      const text = `${app_badge}: ${notification.body}`
      const index = phone.due.indexOf(text)
      if (index < 0) faults.push(`${path} got "${text}" instead of ${JSON.stringify(phone.due)}`)
      else phone.due.splice(index, 1)
      received++
      return next
    }
    // The browser has ended its subscription, and whatever waits for it.
    for (const [name, one] of phones) if (one === phone) phones.delete(name)
    return next
  }
  return {
    origin: service.origin,
    /** Registers a device, unless it is registered. Its person signs in again each time. */
    async use(server: TestServer, person: Person, name: string) {
      const { db, now } = server.services
      const known = phones.get(name)
      if (known && (known.due.length > 0 || known.until > now())) return
      const token = await startSession(db, person, now())
      const { path, subscription, messages } = service.subscribe()
      const { status } = await server.call({ ...person, token }, registerPush, subscription)
      expect(status).toBe(200)
      const until = new Date(now().getTime() + 7 * 24 * 60 * MINUTES)
      phones.set(name, { path, messages, due: [], until })
    },
    expect(email: string, text: string) {
      for (const [name, { due }] of phones) if (name.startsWith(email)) due.push(text)
    },
    /** Sends what is due from two processes at the same time. */
    async receive({ services }: TestServer, answers?: Answers) {
      service.answerWith((path) => answer(path, answers))
      const open = () =>
        openPushQueue({ ...services, contact: 'mailto:post@engawa.example', logError() {} })
      await Promise.all([open().drain(), open().drain()])
    },
    count: () => received,
    faults: () => [
      ...faults,
      ...[...phones].flatMap(([name, { due }]) => due.map((text) => `${name} waits for ${text}`)),
    ],
  }
}

interface Phone extends Pick<ReturnType<PushService['subscribe']>, 'path' | 'messages'> {
  /** The notifications that the device must still get. */
  due: string[]
  /** When the person signs in again. */
  until: Date
}

async function sendMails({ services }: TestServer, fails: Iterator<boolean>, sent: string[]) {
  const queue = openMailQueue({
    ...services,
    async send({ to, text }) {
      if (fails.next().value) throw new Error('The mail server is down')
      sent.push(toText(to, readMail(text)))
    },
    mayGetAlerts: async () => true,
    logError: () => {},
  })
  await queue.drain()
}

/** Runs several processes at the same time, some of which are killed, and then one that is not. */
async function runWorkers(server: TestServer, count: number, kills: Iterator<boolean>) {
  await runKilled(server, count, kills)
  const { services } = server
  await openAlertsWork({ ...services, resolve: openResolver(services) }).drain()
}

async function runKilled({ services }: TestServer, count: number, kills: Iterator<boolean>) {
  const resolve = openResolver(services)
  const work = () =>
    openAlertsWork({ ...services, db: killed(services.db, kills), resolve, logError: () => {} })
  await Promise.allSettled(Array.from({ length: count }, () => work().drain()))
}

/** Imports what the source offers now, and withdraws everything else. */
async function load(db: Database, file: string, now: Date) {
  await importInto(db, file, { now, full: true })
}

/** Imports the beginning of a file that changes nothing. It must withdraw no house. */
async function loadCut(db: Database, file: string, { cutAt, now }: { cutAt: number; now: Date }) {
  await load(db, file.slice(0, Math.floor(file.length * cutAt)), now).catch((error) => {
    if (!(error instanceof Refusal)) throw error
  })
}

async function optOut({ services }: TestServer, optedOut: boolean) {
  const seiyo = { kind: 'municipality', key: '38214', note: 'By mail' } as const
  await setOptOut(services, { ...seiyo, optedOut, actor: SCHEDULE })
}

async function follow(server: TestServer, { email, channel, favorites, hasSearch }: Follower) {
  const person = await server.addSubscriber({ user: { email } })
  const alert = { rhythm: 'at-once', channel } as const
  for (const listing_id of favorites) await server.call(person, addFavorite, { listing_id })
  await server.call(person, setAlert, { alert, time_zone: 'UTC' })
  if (!hasSearch) return person
  const search = { name: 'Hyogo', search: 'prefecture=hyogo' }
  const { body } = await server.call(person, saveSearch, search)
  const search_id = body.searches[0]?.id
  await server.call(person, setAlert, { search_id, alert, time_zone: 'UTC' })
  return person
}

async function expectHistory(server: TestServer, id: string, model: string[] | undefined) {
  const reader = await server.addSubscriber()
  const { body } = await server.call(reader, getListing, { id })
  expect(historyText(History.parse(body.history)), id).toEqual(model)
}

/** A database on which some transactions end before their commit, as if the process were killed. */
function killed(db: Database, kills: Iterator<boolean>): Database {
  return Object.assign(Object.create(db), {
    transaction: (run: Parameters<Database['transaction']>[0]) =>
      db.transaction(async (tx) => {
        const result = await run(tx)
        if (kills.next().value) throw new Error('Killed')
        return result
      }),
  })
}
