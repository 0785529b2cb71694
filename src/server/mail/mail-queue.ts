import { randomUUID } from 'node:crypto'
import { asc, eq, gt, lte, or, sql } from 'drizzle-orm'
import { hasUnprintable } from '#contract/query-values.ts'
import type { Database } from '../db/database.ts'
import { mails } from '../db/schema.ts'
import type { Mail, SendMail } from './mail.ts'
import { isRefusedByServer } from './smtp.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Whoever takes a mail has it to themselves for this long, which is more than sending takes; then it is lost. */
const LEASE = 5 * MINUTE
const FIRST_WAIT = 30 * SECOND
const LONGEST_WAIT = 4 * HOUR
const GIVE_UP_AFTER = 5 * DAY

type MailRow = typeof mails.$inferSelect

export type MailQueue = ReturnType<typeof openMailQueue>

/**
 * Lets `mail` be sent when the transaction is committed; not at all when it is rolled back. It is
 * sent once the queue looks for it: wake it after the commit.
 */
export async function queueMail(
  db: Pick<Database, 'insert'>,
  { to, subject, text, uselessAt }: Mail,
  now: Date,
) {
  // A line break in a header would begin another one.
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

/** Sorts in the order of queueing: without the number, mails of one millisecond had no order. */
function nextId(now: Date) {
  queued += 1
  const time = now.getTime().toString(16).padStart(12, '0')
  return `${time}-${queued.toString(16).padStart(8, '0')}-${randomUUID()}`
}

interface Work {
  db: Database
  now: () => Date
  send: SendMail
  report: (error: unknown) => void
  /** Milliseconds between two looks for mails that nobody has told of. */
  lookEvery?: number
}

/**
 * Sends what was queued, by this process or another: each mail at least once, and once more only
 * when a process ends between sending it and writing that down.
 */
export function openMailQueue({ db, now, send, report, lookEvery = 30 * SECOND }: Work) {
  let isStopping = false
  let isWoken = false
  let isFailing = false
  let endPause = () => {}
  let running: Promise<void> | undefined

  /** Sends every mail that is due, one after another. */
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
        // Nor would it take the others.
        return
      }
      isFailing = false
      await forget(mail)
    }
  }

  async function postpone(mail: MailRow, reason: string) {
    if (now().getTime() - mail.createdAt.getTime() >= GIVE_UP_AFTER) {
      await forget(mail)
      report(new Error(`The mail "${mail.subject}" was given up: ${reason}`))
      return
    }
    await db
      .update(mails)
      .set({ lastError: reason, nextTryAt: later(now(), waitAfter(mail.tries)) })
      .where(eq(mails.id, mail.id))
    if (!isFailing)
      report(new Error(`A mail could not be sent, and will be tried again: ${reason}`))
    isFailing = true
  }

  async function forget({ id }: MailRow) {
    await db.delete(mails).where(eq(mails.id, id))
  }

  async function run() {
    while (!isStopping) {
      isWoken = false
      await drain().catch(report)
      if (!isWoken && !isStopping) await pause()
    }
  }

  async function pause() {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, lookEvery)
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
    /** Looks for mails at once. */
    wake() {
      isWoken = true
      endPause()
    },
    /** Ends after the mail that is being sent. */
    async stop() {
      isStopping = true
      endPause()
      await running
    },
  }
}

/** One statement, so that of several processes one gets it. */
async function takeNext(db: Database, now: Date) {
  // By a clock that was set back since, it would wait until that is where it was.
  const isSetBack = gt(mails.nextTryAt, later(now, 2 * LONGEST_WAIT))
  const next = db
    .select({ id: mails.id })
    .from(mails)
    .where(or(lte(mails.nextTryAt, now), isSetBack))
    .orderBy(asc(mails.nextTryAt), asc(mails.id))
    .limit(1)
    .for('update', { skipLocked: true })
  const [mail] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1`, nextTryAt: later(now, LEASE) })
    .where(eq(mails.id, next))
    .returning()
  return mail
}

function waitAfter(tries: number) {
  return Math.min(FIRST_WAIT * 4 ** (tries - 1), LONGEST_WAIT)
}

/** What the mail server said, in one line, without the address that it is about. */
function reasonOf(error: unknown, { recipient }: MailRow) {
  const message = error instanceof Error ? error.message : String(error)
  return message.replaceAll(recipient, '(recipient)').replaceAll(/\s+/g, ' ')
}

function later(time: Date, milliseconds: number) {
  return new Date(time.getTime() + milliseconds)
}
