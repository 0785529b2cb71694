import { createHash } from 'node:crypto'
import { addMilliseconds } from 'date-fns/addMilliseconds'
import {
  millisecondsInDay as DAY_MS,
  millisecondsInHour as HOUR_MS,
  millisecondsInMinute as MINUTE_MS,
  millisecondsInSecond as SECOND_MS,
} from 'date-fns/constants'
import { and, eq, gt, lt, lte, or, sql } from 'drizzle-orm'
import { MAX_GUESTS_A_YEAR } from '#contract/shortlist-limits.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { rateLimits } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { networkOf } from '#server/network/client-address.ts'

/**
 * The units for waiting times in error messages. A wait is stated in seconds up to two minutes, in
 * minutes up to two hours, and in hours beyond that.
 */
const UNITS = [
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const

/**
 * How many attempts each limit allows in its window. The window is in milliseconds and starts at
 * the first attempt. The name of a limit is a part of stored keys, so a renamed limit starts to
 * count anew.
 */
const LIMITS = {
  loginToAccount: { tries: 5, window: 15 * MINUTE_MS, what: 'failed logins' },
  loginFromAddress: { tries: 50, window: 15 * MINUTE_MS, what: 'failed logins' },
  authenticatorCode: { tries: 5, window: 15 * MINUTE_MS, what: 'wrong codes' },
  secondFactorOfAccount: { tries: 5, window: 15 * MINUTE_MS, what: 'failed sign-ins' },
  secondFactorFromAddress: { tries: 30, window: 15 * MINUTE_MS, what: 'failed sign-ins' },
  registerInAnHour: { tries: 40, window: HOUR_MS, what: 'new accounts' },
  registerInADay: { tries: 100, window: DAY_MS, what: 'new accounts' },
  checkEmailInAMinute: { tries: 10, window: MINUTE_MS, what: 'requests' },
  checkEmailInADay: { tries: 100, window: DAY_MS, what: 'requests' },
  // Each network has limits of its own for an account. With one limit for all networks, a stranger
  // could use up the owner's codes.
  resetMailInAnHour: { tries: 3, window: HOUR_MS, what: 'requests' },
  resetMailInADay: { tries: 5, window: DAY_MS, what: 'requests' },
  // Bounds the mails that strangers with many networks can send to one account.
  resetMailFromStrangers: { tries: 20, window: DAY_MS, what: 'requests' },
  resetMailFromNetwork: { tries: 10, window: HOUR_MS, what: 'requests' },
  resetCode: { tries: 5, window: 10 * MINUTE_MS, what: 'wrong codes' },
  resetCodeFromNetwork: { tries: 30, window: 15 * MINUTE_MS, what: 'requests' },
  pictureOfPerson: { tries: 20, window: HOUR_MS, what: 'new profile pictures' },
  ownDataOfPerson: { tries: 10, window: HOUR_MS, what: 'downloads of your data' },
  ownPhotoOfPerson: { tries: 1_500, window: HOUR_MS, what: 'new photos' },
  // Opening a shared link counts as two attempts: one for the page, and one for the API request
  // that loads the house.
  keylessLinkInAnHour: { tries: 120, window: HOUR_MS, what: 'opened links to houses' },
  keylessLinkInADay: { tries: 300, window: DAY_MS, what: 'opened links to houses' },
  invitationOfPerson: { tries: 10, window: DAY_MS, what: 'invitations' },
  invitationFromAddress: { tries: 60, window: HOUR_MS, what: 'opened invitations' },
  invitationOpened: { tries: 30, window: HOUR_MS, what: 'opened invitations' },
  readerOfOwner: { tries: MAX_GUESTS_A_YEAR, window: 365 * DAY_MS, what: 'new partners' },
  // Tells whether a person joins a list of an owner for the first time within a year. Joining again
  // does not count towards `readerOfOwner`.
  readerInList: { tries: 1, window: 365 * DAY_MS, what: 'first joins' },
  translationOfPerson: { tries: 60, window: HOUR_MS, what: 'translations' },
  paymentOfPerson: { tries: 5, window: HOUR_MS, what: 'failed payments' },
  paymentFromAddress: { tries: 20, window: HOUR_MS, what: 'failed payments' },
}

/**
 * An action that a limit counts, for example a login. Attempts with equal fields share one counter.
 */
export interface Attempt {
  limit: keyof typeof LIMITS
  ip?: string
  email?: string
  userId?: string
}

/**
 * Counts all `attempts`. If one limit is used up, counts none of them and throws a `Refusal`. If
 * refused attempts were counted, each retry would use up the other limits too.
 * @throws {Refusal} 429 if one limit is used up.
 */
export async function countAttempts(db: Database, attempts: Attempt[], now: Date) {
  const refused = await countUntilRefused(db, attempts, now)
  if (refused) throw await tooMany(db, refused, now)
}

/**
 * Like `countAttempts`, but returns false when a limit is used up, and throws no `Refusal`. A
 * `Refusal` would reveal to strangers that the email address has an account.
 */
export async function allowsAttempts(db: Database | Transaction, attempts: Attempt[], now: Date) {
  return !(await countUntilRefused(db, attempts, now))
}

/**
 * Counts the attempts. Each attempt has its own limit. If one attempt exceeds its limit, counts no
 * attempt at all, and returns the refused attempt.
 */
async function countUntilRefused(db: Database | Transaction, attempts: Attempt[], now: Date) {
  for (const [index, one] of attempts.entries()) {
    if (await count(db, one, now)) continue
    await Promise.all(attempts.slice(0, index).map((counted) => uncountAttempt(db, counted)))
    return one
  }
  return undefined
}

/**
 * Counts one attempt in a single statement. With a separate read and write, two processes could
 * read the same number and count two attempts as one.
 */
async function count(db: Database | Transaction, one: Attempt, now: Date) {
  const { tries, window } = LIMITS[one.limit]
  const resetsAt = addMilliseconds(now, window)
  // If a counter ends more than two windows from now, the clock was set back. Restart such a
  // counter, so that the user need not wait until the clock has caught up.
  const isSetBack = gt(rateLimits.resetsAt, addMilliseconds(now, 2 * window))
  const isOver = sql`(${lte(rateLimits.resetsAt, now)} or ${isSetBack})`
  const counted = await db
    .insert(rateLimits)
    .values({ key: keyOf(one), tries: 1, resetsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        tries: sql`case when ${isOver} then 1 else ${rateLimits.tries} + 1 end`,
        resetsAt: sql`case when ${isOver} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
      setWhere: or(isOver, lt(rateLimits.tries, tries)),
    })
    .returning({ key: rateLimits.key })
  return counted.length > 0
}

/** Removes an attempt from its counter, for example a login with the right password. */
export async function uncountAttempt(db: Database | Transaction, one: Attempt) {
  await db
    .update(rateLimits)
    .set({ tries: sql`${rateLimits.tries} - 1` })
    .where(and(eq(rateLimits.key, keyOf(one)), sql`${rateLimits.tries} > 0`))
}

/**
 * Resets the counter to which an attempt belongs, for example the counter of failed logins to one
 * account.
 */
export async function resetAttempts(db: Pick<Database, 'delete'>, one: Attempt) {
  await db.delete(rateLimits).where(eq(rateLimits.key, keyOf(one)))
}

export async function deleteExpiredLimits(db: Database, now: Date) {
  await db.delete(rateLimits).where(lte(rateLimits.resetsAt, now))
}

async function tooMany(db: Database, one: Attempt, now: Date) {
  const [row] = await db
    .select()
    .from(rateLimits)
    .where(eq(rateLimits.key, keyOf(one)))
  const wait = Math.max((row?.resetsAt.getTime() ?? 0) - now.getTime(), SECOND_MS)
  const sentence = `Too many ${LIMITS[one.limit].what}. Please try again in ${inWords(wait)}.`
  return new Refusal(429, sentence, { retryAfter: Math.ceil(wait / SECOND_MS) })
}

/** Formats a wait, rounded up so that it is never too short. */
function inWords(wait: number) {
  const [unit, length] = UNITS.find(([, length]) => wait > 2 * length) ?? ['second', SECOND_MS]
  const number = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' })
  return number.format(Math.ceil(wait / length))
}

/**
 * The key of a counter. The key is a hash, so that the table contains no email or IP address in
 * clear text.
 */
function keyOf({ limit, ip, email = '', userId = '' }: Attempt) {
  const digest = createHash('sha256')
    .update(JSON.stringify([ip && networkOf(ip), email, userId]))
    .digest('base64url')
  return `${limit} ${digest}`
}
