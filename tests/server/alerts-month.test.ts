import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Alert, setAlert } from '#contract/alerts.ts'
import { addFavorite } from '#contract/favorites.ts'
import { openAlertsWork } from '#server/alerts/alerts-work.ts'
import { mayGetAlerts } from '#server/alerts/send-digest.ts'
import { subscriptions } from '#server/db/schema.ts'
import { openResolver } from '#server/listings/open-search.ts'
import { openMailQueue } from '#server/mail/mail-queue.ts'
import { houseRecord, importInto } from '#tests/support/imports.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const START = Date.parse('2026-02-20T00:00:00Z')
const DAYS = 30
/** The mail server is down for a day. A mail that waited is sent at most four hours later. */
const OUTAGE = { from: Date.parse('2026-03-01T00:00:00Z'), to: Date.parse('2026-03-02T00:00:00Z') }
const AFTER_OUTAGE = OUTAGE.to + 4 * HOUR_MS
const ACCESS_ENDS = Date.parse('2026-03-07T00:00:00Z')
const MOVES = Date.parse('2026-03-05T03:00:00Z')
const FIRST_PRICE = 9_000_000

const PEOPLE = {
  tokyo: { zone: 'Asia/Tokyo', rhythm: 'daily' },
  // The clocks go forward on March 8.
  york: { zone: 'America/New_York', rhythm: 'daily' },
  tonga: { zone: 'Pacific/Tongatapu', rhythm: 'weekly' },
  soon: { zone: 'UTC', rhythm: 'at-once' },
  leaves: { zone: 'Asia/Tokyo', rhythm: 'daily' },
  moves: { zone: 'Asia/Tokyo', rhythm: 'daily' },
} satisfies Record<string, { zone: string; rhythm: Alert['rhythm'] }>
type Name = keyof typeof PEOPLE

interface Told {
  at: number
  before: number
  after: number
}

// Slow: only a whole month shows that no morning is missed or told twice.
test('over thirty days, each person is told of everything once, at 8:00 of their time zone', async () => {
  const server = await startServer()
  server.setNow(new Date(START).toISOString())
  const { db } = server.services
  await load(server, FIRST_PRICE)
  const people = new Map<Name, Awaited<ReturnType<typeof follow>>>()
  for (const name of Object.keys(PEOPLE) as Name[]) people.set(name, await follow(server, name))
  const told: Record<Name, Told[]> = {
    ...{ tokyo: [], york: [], tonga: [], soon: [], leaves: [], moves: [] },
  }
  const queue = openMailQueue({
    ...server.services,
    async send({ to, text }) {
      const at = server.services.now().getTime()
      if (at >= OUTAGE.from && at < OUTAGE.to) throw new Error('The mail server is down')
      told[to.split('@')[0] as Name].push({ at, ...readPrices(text) })
    },
    mayGetAlerts: (userId, recipient) =>
      mayGetAlerts(db, { userId, recipient, now: server.services.now() }),
    logError: () => {},
  })
  const alerts = openAlertsWork({ ...server.services, resolve: openResolver(server.services) })
  const prices: { at: number; price: number }[] = [{ at: START, price: FIRST_PRICE }]
  const latestPrice = (time: number) => prices.findLast(({ at }) => at < time)?.price

  for (let at = START; at < START + DAYS * 24 * HOUR_MS; at += HOUR_MS) {
    server.setNow(new Date(at).toISOString())
    if (at === MOVES) await choose(server, people.get('moves'), 'daily', 'America/New_York')
    await alerts.drain()
    await queue.drain()
    // Every seven hours, at all hours of the day, an import makes the house cheaper.
    if ((at / HOUR_MS) % 7 !== 3) continue
    const odd = at + 37 * MINUTE_MS
    server.setNow(new Date(odd).toISOString())
    const price = FIRST_PRICE - prices.length * 10_000
    prices.push({ at: odd, price })
    await load(server, price)
    await alerts.drain()
  }

  for (const [name, { zone, rhythm }] of Object.entries(PEOPLE)) {
    const mails = told[name as Name].toSorted((one, other) => other.after - one.after)
    // Each mail begins with the price at which the mail before has ended.
    const ends = [FIRST_PRICE, ...mails.map(({ after }) => after)]
    expect(
      mails.map(({ before }) => before),
      name,
    ).toEqual(ends.slice(0, -1))
    for (const { at, after } of mails) {
      if (at >= OUTAGE.from && at <= AFTER_OUTAGE) continue
      expect(after, name).toBe(latestPrice(at))
      const zoneNow = name === 'moves' && at >= MOVES ? 'America/New_York' : zone
      if (rhythm !== 'at-once') expect(timeIn(zoneNow, at), name).toMatch(/^\w+ 08:00$/)
      if (rhythm === 'weekly') expect(timeIn(zoneNow, at), name).toMatch(/^Mon/)
    }
  }
  const counts = Object.entries(told).map(([name, mails]) => [name, mails.length])
  expect(Object.fromEntries(counts)).toEqual({
    ...{ tokyo: DAYS, york: DAYS, tonga: 4, soon: prices.length - 1, leaves: 15, moves: DAYS },
  })
  expect(told.leaves.every(({ at }) => at < ACCESS_ENDS)).toBe(true)
})

async function follow(server: TestServer, name: Name) {
  const { zone, rhythm } = PEOPLE[name]
  const person = await server.addSubscriber({ user: { email: `${name}@example.com` } })
  if (name === 'leaves') {
    await server.services.db
      .update(subscriptions)
      .set({ endsAt: new Date(ACCESS_ENDS) })
      .where(eq(subscriptions.userId, person.id))
  }
  await server.call(person, addFavorite, { listing_id: 'house-1' })
  await choose(server, person, rhythm, zone)
  return person
}

async function choose(
  server: TestServer,
  person: Awaited<ReturnType<typeof follow>> | undefined,
  rhythm: Alert['rhythm'],
  time_zone: string,
) {
  const alert: Alert = { rhythm, channel: 'mail' }
  const { status } = await server.call(person ?? null, setAlert, { alert, time_zone })
  expect(status).toBe(200)
}

async function load({ services }: TestServer, price: number) {
  await importInto(services.db, [houseRecord({ 'Sale Price Yen': price })], { now: services.now() })
}

function readPrices(text: string) {
  const [, after = '', before = ''] = text.match(/¥([\d,]+) \(.*\), was ¥([\d,]+)/) ?? []
  const number = (digits: string) => Number(digits.replaceAll(',', ''))
  return { after: number(after), before: number(before) }
}

/** The weekday and the time in a time zone: `Mon 08:00`. */
function timeIn(timeZone: string, at: number) {
  const parts = { weekday: 'short', hour: '2-digit', minute: '2-digit', hour12: false } as const
  return new Intl.DateTimeFormat('en-GB', { timeZone, ...parts }).format(at).replace(', ', ' ')
}
