import { randomUUID } from 'node:crypto'
import { addMilliseconds } from 'date-fns/addMilliseconds'
import {
  millisecondsInDay as DAY,
  millisecondsInHour as HOUR,
  millisecondsInMinute as MINUTE,
  millisecondsInSecond as SECOND,
} from 'date-fns/constants'
import { differenceInMilliseconds } from 'date-fns/differenceInMilliseconds'
import { asc, eq, gt, lte, or, sql } from 'drizzle-orm'
import { hasUnprintable } from '#contract/query-values.ts'
import type { Database } from '../db/database.ts'
import { mails } from '../db/schema.ts'
import type { Mail, SendMail } from './mail.ts'
import { isRefusedByServer } from './smtp.ts'

/** Lease on a mail, longer than sending takes. Afterwards another process may retry it. */
const LEASE = 5 * MINUTE
const FIRST_WAIT = 30 * SECOND
const LONGEST_WAIT = 4 * HOUR
const GIVE_UP_AFTER = 5 * DAY

type MailRow = typeof mails.$inferSelect

export type MailQueue = ReturnType<typeof openMailQueue>

/**
 * Queues `mail` in the caller's transaction, so a rollback discards it. Wake the queue after the
 * commit, or the mail waits for the next poll.
 */
export async function queueMail(
  db: Pick<Database, 'insert'>,
  { to, subject, text, uselessAt }: Mail,
  now: Date,
) {
  // A line break could inject a second header.
  if (hasUnprintable(to) || hasUnprintable(subject)) {
    throw new Error('The address or the subject of a mail has characters that no header can have')
  }
  await db.insert(mails).values({
    id: nextId(now),
    recipient: to,
    subject,
    text,
    uselessAt,
    createdAt: now,
    nextTryAt: now,
  })
}

let queued = 0

/** Sorts in queueing order. The counter orders mails of the same millisecond. */
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
  /** Poll interval for mails queued without a wake-up. */
  pollMs?: number
}

/**
 * Sends queued mails, including those of other processes. A mail is sent twice only if a process
 * dies between sending and deleting it. One that becomes useless, or fails for days, is dropped.
 */
export function openMailQueue({ db, now, send, logError, pollMs = 30 * SECOND }: Work) {
  let isStopping = false
  let isWoken = false
  let isFailing = false
  let endPause = () => {}
  let running: Promise<void> | undefined

  /** Sends all due mails, one at a time. */
  async function drain() {
    while (!isStopping) {
      const mail = await takeNext(db, now())
      if (!mail) return
      if (mail.uselessAt && mail.uselessAt <= now()) {
        await forget(mail)
        continue
      }
      try {
        await send({ ...mail, to: mail.recipient })
      } catch (error) {
        await postpone(mail, reasonOf(error, mail))
        if (isRefusedByServer(error)) continue
        // The server is unreachable, so the other mails would fail as well.
        return
      }
      isFailing = false
      await forget(mail)
    }
  }

  async function postpone(mail: MailRow, reason: string) {
    if (differenceInMilliseconds(now(), mail.createdAt) >= GIVE_UP_AFTER) {
      await forget(mail)
      logError(new Error(`The mail "${mail.subject}" was given up: ${reason}`))
      return
    }
    await db
      .update(mails)
      .set({ lastError: reason, nextTryAt: addMilliseconds(now(), waitAfter(mail.tries)) })
      .where(eq(mails.id, mail.id))
    if (!isFailing)
      logError(new Error(`A mail could not be sent, and will be tried again: ${reason}`))
    isFailing = true
  }

  async function forget({ id }: MailRow) {
    await db.delete(mails).where(eq(mails.id, id))
  }

  async function run() {
    while (!isStopping) {
      isWoken = false
      await drain().catch(logError)
      if (!isWoken && !isStopping) await pause()
    }
  }

  async function pause() {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    drain,
    start() {
      running ??= run()
    },
    /** Checks for mails immediately. */
    wake() {
      isWoken = true
      endPause()
    },
    /** Stops after the current mail. */
    async stop() {
      isStopping = true
      endPause()
      await running
    },
  }
}

/** Takes the next due mail. A single statement, so that only one process gets it. */
async function takeNext(db: Database, now: Date) {
  // The clock was set back, so this time lies too far ahead. Without this check, the mail would
  // wait until the clock caught up.
  const isSetBack = gt(mails.nextTryAt, addMilliseconds(now, 2 * LONGEST_WAIT))
  const next = db
    .select({ id: mails.id })
    .from(mails)
    .where(or(lte(mails.nextTryAt, now), isSetBack))
    .orderBy(asc(mails.nextTryAt), asc(mails.id))
    .limit(1)
    .for('update', { skipLocked: true })
  const [mail] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, nextTryAt: addMilliseconds(now, LEASE) })
    .where(eq(mails.id, next))
    .returning()
  return mail
}

function waitAfter(tries: number) {
  return Math.min(FIRST_WAIT * 4 ** (tries - 1), LONGEST_WAIT)
}

/** The mail server's error on one line, without the recipient's address. */
function reasonOf(error: unknown, { recipient }: MailRow) {
  const message = error instanceof Error ? error.message : String(error)
  return message.replaceAll(recipient, '(recipient)').replaceAll(/\s+/g, ' ')
}
