import { randomUUID } from 'node:crypto'
import { addMilliseconds } from 'date-fns/addMilliseconds'
import { millisecondsInDay as DAY_MS, millisecondsInSecond as SECOND_MS } from 'date-fns/constants'
import { differenceInMilliseconds } from 'date-fns/differenceInMilliseconds'
import { asc, eq, gt, lte, or, sql } from 'drizzle-orm'
import { hasUnprintable } from '#contract/query-values.ts'
import { LEASE_MS, MAX_RETRY_DELAY_MS, retryDelay } from '#server/concurrency/retries.ts'
import { openWorker } from '#server/concurrency/worker.ts'
import type { Database } from '../db/database.ts'
import { mails } from '../db/schema.ts'
import type { Mail, SendMail } from './mail.ts'
import { isRefusedByServer } from './smtp.ts'

const MAX_AGE_MS = 5 * DAY_MS

type MailRow = typeof mails.$inferSelect

export type MailQueue = ReturnType<typeof openMailQueue>

/**
 * Queues `mail` in the caller's transaction, so a rollback discards it. Call `wake` after the
 * commit; otherwise the mail waits for the next poll.
 * @throws if the address or the subject has a line break, which could inject a header.
 */
export async function queueMail(db: Pick<Database, 'insert'>, { to, ...mail }: Mail, now: Date) {
  // Refuse line breaks, which could inject a second header.
  if (hasUnprintable(to) || hasUnprintable(mail.subject)) {
    throw new Error(
      'The address or the subject of a mail has characters that are not allowed in a header',
    )
  }
  await db.insert(mails).values({
    id: nextId(now),
    recipient: to,
    ...mail,
    createdAt: now,
    nextTryAt: now,
  })
}

let queued = 0

/** Ids sort in the order of queueing. The counter orders mails of the same millisecond. */
function nextId(now: Date) {
  queued += 1
  const time = now.getTime().toString(16).padStart(12, '0')
  return `${time}-${queued.toString(16).padStart(8, '0')}-${randomUUID()}`
}

interface Work {
  db: Database
  now: () => Date
  send: SendMail
  logError: (error: unknown) => void
  /** Whether a person still wants alerts at this address, and may still get them. */
  mayGetAlerts: (userId: string, recipient: string) => Promise<boolean>
  /** The interval in milliseconds between checks for due mails. `wake` checks immediately. */
  pollMs?: number
}

/**
 * Sends queued mails, including those of other processes. A mail is sent twice only if a process
 * dies after sending the mail and before deleting it. A mail is dropped if it is no longer useful,
 * or if it has failed for days.
 */
export function openMailQueue({
  db,
  now,
  send,
  logError,
  mayGetAlerts,
  pollMs = 30 * SECOND_MS,
}: Work) {
  let isFailing = false

  /** Sends all due mails, one at a time. */
  async function drain(isStopping: () => boolean) {
    while (!isStopping()) {
      const mail = await takeNext(db, now())
      if (!mail) return
      if (!(await isUseful(mail))) {
        await remove(mail)
        continue
      }
      try {
        await send({ ...mail, to: mail.recipient })
      } catch (error) {
        await postpone(mail, reasonOf(error, mail))
        if (isRefusedByServer(error)) continue
        // Stop for now, because the mail server is unreachable and the other mails would fail too.
        return
      }
      isFailing = false
      await remove(mail)
    }
  }

  async function isUseful({ uselessAt, alertsOf, recipient }: MailRow) {
    if (uselessAt && uselessAt <= now()) return false
    return alertsOf === null || mayGetAlerts(alertsOf, recipient)
  }

  async function postpone(mail: MailRow, reason: string) {
    if (differenceInMilliseconds(now(), mail.createdAt) >= MAX_AGE_MS) {
      await remove(mail)
      logError(
        new Error(
          `The mail "${mail.subject}" could not be sent, and will not be tried again: ${reason}`,
        ),
      )
      return
    }
    await db
      .update(mails)
      .set({ lastError: reason, nextTryAt: addMilliseconds(now(), retryDelay(mail.tries)) })
      .where(eq(mails.id, mail.id))
    if (!isFailing)
      logError(new Error(`A mail could not be sent, and will be tried again: ${reason}`))
    isFailing = true
  }

  async function remove({ id }: MailRow) {
    await db.delete(mails).where(eq(mails.id, id))
  }

  return openWorker({ drain, pollMs, logError })
}

/** Leases the next due mail. Uses a single statement, so that only one process gets the mail. */
async function takeNext(db: Database, now: Date) {
  // If a retry is due much later than the maximum delay, the clock was set back. Send this mail
  // now, so that it does not wait until the clock has caught up.
  const isSetBack = gt(mails.nextTryAt, addMilliseconds(now, 2 * MAX_RETRY_DELAY_MS))
  const next = db
    .select({ id: mails.id })
    .from(mails)
    .where(or(lte(mails.nextTryAt, now), isSetBack))
    // Alerts come last, because a code to sign in cannot wait until thousands of them are sent.
    .orderBy(sql`${mails.alertsOf} is not null`, asc(mails.nextTryAt), asc(mails.id))
    .limit(1)
    .for('update', { skipLocked: true })
  const [mail] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, nextTryAt: addMilliseconds(now, LEASE_MS) })
    .where(eq(mails.id, next))
    .returning()
  return mail
}

/** The mail server's error on one line, without the recipient's address. */
function reasonOf(error: unknown, { recipient }: MailRow) {
  const message = error instanceof Error ? error.message : String(error)
  return message.replaceAll(recipient, '(recipient)').replaceAll(/\s+/g, ' ')
}
