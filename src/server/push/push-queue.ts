import { randomUUID } from 'node:crypto'
import { addMilliseconds } from 'date-fns/addMilliseconds'
import { millisecondsInSecond as SECOND_MS } from 'date-fns/constants'
import { differenceInHours } from 'date-fns/differenceInHours'
import { asc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import { LEASE_MS, MAX_RETRY_DELAY_MS, retryDelay } from '#server/concurrency/retries.ts'
import { openWorker } from '#server/concurrency/worker.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { pushes, pushSubscriptions } from '#server/db/schema.ts'
import { type PushDevice, readDevice } from './push-devices.ts'
import { type PushKeys, readPushKeys, recipientOf } from './push-keys.ts'
import { MAX_PAYLOAD_BYTES, type PushMessage, writePayload } from './push-message.ts'
import { sendPush } from './send-push.ts'

export type { PushMessage } from './push-message.ts'

/** How many messages a process sends at the same time. */
const BATCH = 20
/** After so many hours in a row with refused messages, the registration of the device is deleted. */
const MAX_FAILURES = 5
/** A recipient and an id of the usual length, to measure messages. */
const SAMPLE_RECIPIENT = 'r'.repeat(22)
const SAMPLE_ID = 'i'.repeat(36)
/** Room for the site's address in the link of a message. */
const SAMPLE_SITE = `https://${'s'.repeat(250)}.example`

type PushRow = typeof pushes.$inferSelect

export type PushQueue = ReturnType<typeof openPushQueue>

/**
 * Queues a message to every device of the person, in the caller's transaction. Call `wake` after the
 * commit. Returns how many devices get the message.
 * @throws if the message is too long for push services.
 */
export async function queuePush(tx: Transaction, userId: string, message: PushMessage, now: Date) {
  const sample = writePayload(
    { ...message, id: SAMPLE_ID },
    { siteUrl: SAMPLE_SITE, recipient: SAMPLE_RECIPIENT },
  )
  if (Buffer.byteLength(sample) > MAX_PAYLOAD_BYTES) throw new Error('A push message is too long')
  const devices = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.id))
    // Without this lock, a device that signs out now would fail the caller's transaction.
    .for('no key update')
  if (devices.length === 0) return 0
  await tx.insert(pushes).values(
    devices.map(({ id }) => ({
      ...message,
      ...{ id: randomUUID(), subscriptionId: id, createdAt: now, nextTryAt: now },
    })),
  )
  return devices.length
}

interface Work {
  db: Database
  now: () => Date
  siteUrl: () => string
  /** Where push services can report problems, as a `mailto:` or `https:` URL. */
  contact: string
  logError: (error: unknown) => void
  /** The interval in milliseconds between checks for due messages. `wake` checks immediately. */
  pollMs?: number
}

/**
 * Sends queued push messages, including those of other processes. A message is sent twice only if a
 * process dies after sending it and before deleting it. The device then shows it once, because both
 * have the same tag.
 */
export function openPushQueue({
  db,
  now,
  siteUrl,
  contact,
  logError,
  pollMs = 30 * SECOND_MS,
}: Work) {
  /** The push services whose fault was logged, and that have accepted no message since. */
  const failing = new Set<string>()
  /** When this process last counted a failure of a device, by the device's id. */
  const failedAt = new Map<string, Date>()

  /** Sends all due messages. */
  async function drain(isStopping: () => boolean) {
    while (!isStopping()) {
      const batch = await takeBatch(db, now())
      if (batch.length === 0) return
      const keys = await readPushKeys(db)
      await Promise.all(batch.map((push) => deliver(push, keys).catch(logError)))
    }
  }

  async function deliver(push: PushRow, keys: PushKeys) {
    const device = await readDevice(db, push.subscriptionId, now())
    if (!device?.mayReceive || push.uselessAt <= now()) return remove(push)
    const payload = writePayload(push, {
      siteUrl: siteUrl(),
      recipient: recipientOf(keys, device.userId),
    })
    const delivery = { ...device, payload, uselessAt: push.uselessAt }
    const { status, retryAfterMs } = await sendPush(delivery, { ...keys, contact }, now()).catch(
      (error: unknown) => ({ status: reasonOf(error), retryAfterMs: 0 }),
    )
    if (typeof status === 'string' || status === 429 || status >= 500) {
      logOnce(device, status, 'it will be tried again')
      return postpone(push, retryAfterMs)
    }
    if (status === 404 || status === 410) return unregister(device)
    if (status >= 200 && status < 300) {
      failing.delete(hostOf(device))
      if (device.failures > 0) await resetFailures(device)
      return remove(push)
    }
    logOnce(device, status, 'it was dropped')
    if ((await countFailure(device)) >= MAX_FAILURES) return unregister(device)
    await remove(push)
  }

  async function postpone(push: PushRow, retryAfterMs: number) {
    const delay = Math.min(Math.max(retryDelay(push.tries), retryAfterMs), MAX_RETRY_DELAY_MS)
    await db
      .update(pushes)
      .set({ nextTryAt: addMilliseconds(now(), delay) })
      .where(eq(pushes.id, push.id))
  }

  async function remove({ id }: PushRow) {
    await db.delete(pushes).where(eq(pushes.id, id))
  }

  /** Deletes the registration with its queued messages. */
  async function unregister({ id }: PushDevice) {
    failedAt.delete(id)
    await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
  }

  /**
   * Returns the failures of the device, with this one. Those of one hour count once. Otherwise
   * messages that have waited together could delete a registration within seconds.
   */
  async function countFailure({ id, failures }: PushDevice) {
    if (differenceInHours(now(), failedAt.get(id) ?? 0) < 1) return failures
    failedAt.set(id, now())
    const [row] = await db
      .update(pushSubscriptions)
      .set({ failures: sql`${pushSubscriptions.failures} + 1` })
      .where(eq(pushSubscriptions.id, id))
      .returning()
    return row?.failures ?? 0
  }

  async function resetFailures({ id }: PushDevice) {
    failedAt.delete(id)
    await db.update(pushSubscriptions).set({ failures: 0 }).where(eq(pushSubscriptions.id, id))
  }

  /** Logs the first fault of a push service, without the address, which is a secret. */
  function logOnce(device: PushDevice, reason: string | number, consequence: string) {
    const host = hostOf(device)
    if (!failing.has(host)) {
      logError(
        new Error(`A push message could not be sent, and ${consequence}: ${host}: ${reason}`),
      )
    }
    failing.add(host)
  }

  return openWorker({ drain, pollMs, logError })
}

/** Leases due messages. Uses a single statement, so that only one process gets a message. */
async function takeBatch(db: Database, now: Date) {
  // A retry that is due much later than the maximum delay shows that the clock was set back.
  const isSetBack = gt(pushes.nextTryAt, addMilliseconds(now, 2 * MAX_RETRY_DELAY_MS))
  const next = db
    .select({ id: pushes.id })
    .from(pushes)
    .where(or(lte(pushes.nextTryAt, now), isSetBack))
    .orderBy(asc(pushes.nextTryAt), asc(pushes.id))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  return db
    .update(pushes)
    .set({ tries: sql`${pushes.tries} + 1`, nextTryAt: addMilliseconds(now, LEASE_MS) })
    .where(inArray(pushes.id, next))
    .returning()
}

function hostOf({ endpoint }: PushDevice) {
  return new URL(endpoint).host
}

/** Names a network error, without the address. */
function reasonOf(error: unknown) {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined
  if (!(cause instanceof Error)) return 'network error'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}
