import { addDays } from 'date-fns/addDays'
import { and, asc, eq, inArray, lte, ne, sql } from 'drizzle-orm'
import type { Alert } from '#contract/alerts.ts'
import { displayIn } from '#contract/converted-price.ts'
import { MAX_NEWS } from '#contract/news.ts'
import type { NewsKind } from '#contract/news-kinds.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import {
  alertProgress,
  alerts,
  savedSearches,
  subscriptions,
  toldChanges,
  users,
} from '#server/db/schema.ts'
import type { Search } from '#server/listings/open-search.ts'
import { resolveSavedSearch } from '#server/listings/saved-searches.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import {
  findChanged,
  type HouseNews,
  type NewsSource,
  readCards,
  readHouseChanges,
  toNews,
} from '#server/news/find-news.ts'
import { queuePush } from '#server/push/push-queue.ts'
import type { CurrentRates } from '#server/rates/rates.ts'
import { hasStoredAccess } from '#server/shortlist/owner-access.ts'
import { alertMail, countNews } from './alert-mail.ts'
import { dueBefore } from './due.ts'
import { type HouseLines, toHouseLines } from './house-lines.ts'
import { readLinkSecret, stopPath } from './stop-links.ts'

export interface DigestServices {
  db: Database
  now: () => Date
  resolve: Search['resolve']
  rates: Pick<CurrentRates, 'current'>
  siteUrl: () => string
}

/** A mail about houses is useless after this time, because the houses may be gone. */
const USEFUL_DAYS = 3

/** The number of rows that one statement inserts. A statement has at most 65,535 parameters. */
const ROWS_AT_ONCE = 5000

type Channel = 'mail' | 'push'
type AlertRow = typeof alerts.$inferSelect
type PersonRow = typeof users.$inferSelect

interface DueAlert extends AlertRow {
  /** Null for the favorites. */
  search: { id: string; name: string; search: string } | null
}

/** Whether a person may still get the alerts that were queued for the address `recipient`. */
export async function mayGetAlerts(
  db: Database,
  { userId, recipient, now }: { userId: string; recipient: string; now: Date },
) {
  const person = await readPerson(db, userId)
  if (!person || person.user.email !== recipient) return false
  const byMail = and(eq(alerts.userId, userId), ne(alerts.channel, 'push'))
  return (
    hasStoredAccess(person.user, person.subscription, now) && (await db.$count(alerts, byMail)) > 0
  )
}

async function readPerson(db: Database, userId: string) {
  const [row] = await db
    .select({ user: users, subscription: subscriptions })
    .from(users)
    .leftJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(eq(users.id, userId))
  return row
}

/**
 * Tells a person, in one message for each channel, what has changed for the alerts of one rhythm
 * that are due. One transaction queues the messages and records what they tell, so each change is
 * told once. A person without access is told nothing, and will not be told of these changes later.
 * Returns `stale` and writes nothing if another process has told the person meanwhile, or has found
 * newer changes.
 */
export async function sendDigest(
  services: DigestServices,
  { userId, rhythm, matched }: { userId: string; rhythm: Alert['rhythm']; matched: number },
) {
  const { db, now } = services
  const person = await readPerson(db, userId)
  const due = person ? await readDue(db, person.user, rhythm, now()) : []
  if (!person || due.length === 0) return 'stale'
  const hasAccess = hasStoredAccess(person.user, person.subscription, now())
  const messages = hasAccess ? await composeMessages(services, person.user, due) : []
  return db.transaction(async (tx) => {
    if (!(await isUnchanged(tx, due, matched))) return 'stale'
    for (const { channel, found, queue } of messages) {
      // A person without a device was not told.
      if (!(await queue(tx))) continue
      await noteTold(tx, { userId, channel, found, now: now() })
    }
    const ids = due.map(({ id }) => id)
    await tx
      .update(alerts)
      .set({ sinceChange: matched, newsSince: null })
      .where(inArray(alerts.id, ids))
    return 'told'
  })
}

async function readDue(
  db: Database,
  { id, timeZone }: PersonRow,
  rhythm: Alert['rhythm'],
  now: Date,
): Promise<DueAlert[]> {
  const before = dueBefore(rhythm, { timeZone }, now)
  const rows = await db
    .select({ alert: alerts, search: savedSearches })
    .from(alerts)
    .leftJoin(savedSearches, eq(savedSearches.id, alerts.searchId))
    .where(and(eq(alerts.userId, id), eq(alerts.rhythm, rhythm), lte(alerts.newsSince, before)))
  return rows.map(({ alert, search }) => ({ ...alert, search }))
}

interface Message {
  channel: Channel
  found: HouseNews[]
  /** Returns whether the message reaches the person. */
  queue: (tx: Transaction) => Promise<boolean>
}

async function composeMessages(services: DigestServices, person: PersonRow, due: DueAlert[]) {
  const { db, resolve } = services
  const sources = new Map<string, NewsSource>()
  for (const alert of due) {
    const source = await toSource(resolve, alert)
    if (source) sources.set(alert.id, source)
  }
  const changed = await findChanged(db, person.id, [...sources.values()])
  const changes = await readHouseChanges(db, changed)
  const messages: Message[] = []
  for (const channel of ['mail', 'push'] as const) {
    const ofChannel = due.filter((alert) => alert.channel === channel || alert.channel === 'both')
    if (ofChannel.length === 0) continue
    const ofAlerts = new Set(ofChannel.map(({ id }) => sources.get(id)))
    const houses = changed.filter(({ source }) => ofAlerts.has(source))
    const found = toNews(changes, houses, await readTold(db, person.id, channel))
    if (found.length === 0) continue
    const compose = channel === 'mail' ? composeMail : composePush
    messages.push({ channel, found, queue: await compose(services, person, ofChannel, found) })
  }
  return messages
}

/** Undefined if the saved search is no longer understood. */
async function toSource(
  resolve: Search['resolve'],
  { search, sinceChange }: DueAlert,
): Promise<NewsSource | undefined> {
  if (!search) return { kind: 'favorites', sinceChange }
  const filters = await resolveSavedSearch(resolve, search.search)
  return filters && { kind: 'search', id: search.id, name: search.name, filters, sinceChange }
}

/** The id of the last change of each house that the person was told by this channel. */
async function readTold(db: Database, userId: string, channel: Channel) {
  const { listingId, changeId } = toldChanges
  const rows = await db
    .select({ listingId, changeId })
    .from(toldChanges)
    .where(and(eq(toldChanges.userId, userId), eq(toldChanges.channel, channel)))
  return new Map(rows.map(({ listingId, changeId }) => [listingId, changeId]))
}

/** The page that lists what the message tells. */
function newsPath(due: DueAlert[]) {
  return `/news?since=${Math.min(...due.map(({ sinceChange }) => sinceChange))}`
}

function composePush(
  { now }: DigestServices,
  { id }: PersonRow,
  due: DueAlert[],
  found: HouseNews[],
): Message['queue'] {
  const message = {
    title: found.length === 1 ? 'News about 1 house' : `News about ${found.length} houses`,
    body: countNews(found.map(({ kind }) => kind)),
    ...{ path: newsPath(due), badge: found.length, uselessAt: addDays(now(), USEFUL_DAYS) },
  }
  return async (tx) => (await queuePush(tx, id, message, now())) > 0
}

async function composeMail(
  { db, rates, siteUrl, now }: DigestServices,
  person: PersonRow,
  due: DueAlert[],
  found: HouseNews[],
): Promise<Message['queue']> {
  const shown = found.slice(0, MAX_NEWS)
  const records = new Map((await readCards(db, shown)).map((record) => [record._id, record]))
  const display = displayIn(person.currency, person.areaUnit, rates.current())
  const houses = new Map<NewsKind, HouseLines[]>()
  for (const item of shown) {
    const record = records.get(item.listing_id)
    if (!record) continue
    const some = houses.get(item.kind) ?? []
    houses.set(item.kind, [...some, toHouseLines(item, record, display)])
  }
  const secret = await readLinkSecret(db)
  const mail = alertMail({
    ...{ person, houses, siteUrl: siteUrl(), newsPath: newsPath(due) },
    kinds: found.map(({ kind }) => kind),
    stops: due.map(({ id, search }) => ({
      label: search ? `“${search.name}”` : 'your favorites',
      path: stopPath(secret, { kind: 'one', id }),
    })),
    stopAllPath: stopPath(secret, { kind: 'all', id: person.id }),
  })
  const uselessAt = addDays(now(), USEFUL_DAYS)
  return async (tx) => {
    await queueMail(tx, { ...mail, uselessAt, alertsOf: person.id }, now())
    return true
  }
}

/**
 * Whether all alerts are as they were read, and no process has compared newer changes with them
 * meanwhile. Locks them until the transaction ends.
 */
async function isUnchanged(tx: Transaction, due: DueAlert[], matched: number) {
  const [progress] = await tx.select().from(alertProgress).for('share')
  if (progress?.matchedChange !== matched) return false
  const ids = due.map(({ id }) => id)
  const rows = await tx
    .select()
    .from(alerts)
    .where(inArray(alerts.id, ids))
    .orderBy(asc(alerts.id))
    .for('update')
  return due.every((alert) => {
    const row = rows.find(({ id }) => id === alert.id)
    return (
      row?.newsSince?.getTime() === alert.newsSince?.getTime() &&
      row?.sinceChange === alert.sinceChange &&
      row?.rhythm === alert.rhythm &&
      row?.channel === alert.channel
    )
  })
}

interface Told {
  userId: string
  channel: Channel
  found: HouseNews[]
  now: Date
}

async function noteTold(tx: Transaction, { userId, channel, found, now }: Told) {
  for (let start = 0; start < found.length; start += ROWS_AT_ONCE) {
    const rows = found.slice(start, start + ROWS_AT_ONCE).map(({ changedId, lastChange }) => ({
      ...{ userId, channel, toldAt: now },
      ...{ listingId: changedId, changeId: lastChange },
    }))
    const { userId: person, listingId, channel: by } = toldChanges
    await tx
      .insert(toldChanges)
      .values(rows)
      .onConflictDoUpdate({
        target: [person, listingId, by],
        set: { changeId: sql`excluded.change_id`, toldAt: now },
      })
  }
}
