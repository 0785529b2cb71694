import fc from 'fast-check'
import { expect, test } from 'vitest'
import { setAlert } from '#contract/alerts.ts'
import { addFavorite } from '#contract/favorites.ts'
import { saveSearch } from '#contract/saved-searches.ts'
import { openAlertsWork } from '#server/alerts/alerts-work.ts'
import type { Database } from '#server/db/database.ts'
import { openResolver } from '#server/listings/open-search.ts'
import { openMailQueue } from '#server/mail/mail-queue.ts'
import { houseRecord, importInto } from '#tests/support/imports.ts'
import { SERIES } from '#tests/support/series.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

const TIMEOUT_MS = 1_800_000
const MINUTES = 60_000
const HOUSES = Array.from({ length: 8 }, (_, index) => `house-${index}`)
/** Houses of another prefecture, which the saved search does not find. */
const ELSEWHERE = { Prefecture: '愛媛県', 'Property Location': '愛媛県西予市' }

/** What a source says about a house. Undefined while the source does not list it. */
interface Offer {
  price: number
  layout: string
}
type Offers = Record<string, Offer | undefined>

const offer = fc.record({
  price: fc.integer({ min: 1, max: 6 }).map((factor) => factor * 1_000_000),
  layout: fc.constantFrom('3DK', '4DK', '5LDK'),
})
/** One import: the houses that it changes. Null takes a house away. */
const change = fc.dictionary(fc.constantFrom(...HOUSES), fc.option(offer, { freq: 3 }), {
  maxKeys: 4,
})
const step = fc.record({
  imports: fc.array(change, { minLength: 1, maxLength: 3 }),
  workers: fc.integer({ min: 1, max: 3 }),
  /** For each transaction, whether the process is killed before its commit. */
  kills: fc.infiniteStream(fc.integer({ min: 0, max: 4 }).map((number) => number === 0)),
  // Rarely enough that no mail waits for days, after which it would be useless.
  mailFails: fc.infiniteStream(fc.integer({ min: 0, max: 7 }).map((number) => number === 0)),
})

interface Follower {
  email: string
  favorites: readonly string[]
  /** Whether the person has saved a search for the houses of Hyogo, which have an even number. */
  hasSearch: boolean
}

const FOLLOWERS: Follower[] = [
  { email: 'favorites@example.com', favorites: HOUSES.slice(0, 3), hasSearch: false },
  { email: 'search@example.com', favorites: [], hasSearch: true },
  { email: 'both@example.com', favorites: HOUSES.slice(2, 5), hasSearch: true },
]

const isInHyogo = (id: string) => Number(id.at(-1)) % 2 === 0

/** What a person must be told after the offers have changed from `before` to `after`. */
function expected(
  { favorites, hasSearch }: Follower,
  before: Offers,
  after: Offers,
  seen: Set<string>,
) {
  return HOUSES.flatMap((id) => {
    const kind = kindOf(before[id], after[id], seen.has(id))
    const isFavorite = favorites.includes(id)
    const isFound = hasSearch && isInHyogo(id) && ['new', 'back', 'cheaper'].includes(kind ?? '')
    return kind && (isFavorite || isFound) ? [`${kind} ${id}`] : []
  })
}

function kindOf(before: Offer | undefined, after: Offer | undefined, isKnown: boolean) {
  if (!after) return before && 'gone'
  if (!before) return isKnown ? 'back' : 'new'
  if (after.price !== before.price) return after.price < before.price ? 'cheaper' : 'dearer'
  return after.layout === before.layout ? undefined : 'changed'
}

const KINDS: Record<string, string> = {
  CHEAPER: 'cheaper',
  NEW: 'new',
  'OFFERED AGAIN': 'back',
  'NO LONGER OFFERED': 'gone',
  'MORE EXPENSIVE': 'dearer',
  CHANGED: 'changed',
}

/** What a mail tells, in the same words as {@link expected}. */
function told(text: string) {
  let kind = ''
  return text.split('\n').flatMap((line) => {
    kind = KINDS[line] ?? kind
    const [, id] = line.match(/\/listings\/(house-\d)$/) ?? []
    return id ? [`${kind} ${id}`] : []
  })
}

const toText = (to: string, news: string[]) => `${to}: ${news.toSorted().join(', ')}`

test(`over ${SERIES.alertSteps} random imports, kills and failures of the mail server, each person is told of each change once`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const server = await startServer()
  const { db } = server.services
  let now = new Date('2026-01-15T09:00:00Z')
  const pass = (minutes: number) => {
    now = new Date(now.getTime() + minutes * MINUTES)
    server.setNow(now.toISOString())
  }
  const seen = new Set(HOUSES)
  let offers: Offers = Object.fromEntries(
    HOUSES.map((id) => [id, { price: 3_000_000, layout: '4DK' }]),
  )
  await load(db, offers, now)
  for (const follower of FOLLOWERS) await follow(server, follower)

  const due: string[] = []
  const sent: string[] = []
  const steps = fc.sample(step, { numRuns: SERIES.alertSteps, seed: SERIES.seed })
  for (const { imports, workers, kills, mailFails } of steps) {
    const before = offers
    for (const changes of imports) {
      pass(1)
      offers = { ...offers }
      for (const [id, next] of Object.entries(changes)) offers[id] = next ?? undefined
      await load(db, offers, now)
    }
    await runWorkers(server, workers, kills)
    // Longer than an alert at once waits, and than the delay after the last failure of a mail.
    pass(300)
    await runWorkers(server, workers, kills)
    for (const follower of FOLLOWERS) {
      const news = expected(follower, before, offers, seen)
      if (news.length > 0) due.push(toText(follower.email, news))
    }
    const queue = openMailQueue({
      ...server.services,
      async send({ to, text }) {
        if (mailFails.next().value) throw new Error('The mail server is down')
        sent.push(toText(to, told(text)))
      },
      mayGetAlerts: async () => true,
      logError: () => {},
    })
    await queue.drain()
  }
  pass(300)
  for (const { to, text } of await server.mails()) sent.push(toText(to, told(text)))
  expect(sent.toSorted()).toEqual(due.toSorted())
  expect(due.length).toBeGreaterThan(SERIES.alertSteps)
})

/** Runs several processes at the same time, some of which are killed, and then one that is not. */
async function runWorkers({ services }: TestServer, count: number, kills: Iterator<boolean>) {
  const resolve = openResolver(services)
  const work = (db: Database) =>
    openAlertsWork({ ...services, db, resolve, logError: () => {} }).drain()
  await Promise.allSettled(Array.from({ length: count }, () => work(killed(services.db, kills))))
  await openAlertsWork({ ...services, resolve }).drain()
}

/** Imports what the source offers now, and withdraws everything else. */
async function load(db: Database, offers: Offers, now: Date) {
  const records = Object.entries(offers).flatMap(([id, offer]) =>
    offer
      ? [
          houseRecord({
            ...{ _id: id, 'Sale Price Yen': offer.price, 'Building - Layout': offer.layout },
            ...(!isInHyogo(id) && ELSEWHERE),
          }),
        ]
      : [],
  )
  // A full import of no houses would be refused, because a broken file looks the same.
  await importInto(db, [...records, houseRecord({ _id: 'other', ...ELSEWHERE })], {
    now,
    full: true,
  })
}

async function follow(server: TestServer, { email, favorites, hasSearch }: Follower) {
  const person = await server.addSubscriber({ user: { email } })
  const alert = { rhythm: 'at-once', channel: 'mail' } as const
  for (const listing_id of favorites) await server.call(person, addFavorite, { listing_id })
  await server.call(person, setAlert, { alert, time_zone: 'UTC' })
  if (!hasSearch) return
  const search = { name: 'Hyogo', search: 'prefecture=hyogo' }
  const { body } = await server.call(person, saveSearch, search)
  const search_id = body.searches[0]?.id
  await server.call(person, setAlert, { search_id, alert, time_zone: 'UTC' })
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
