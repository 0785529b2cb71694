import { addMinutes } from 'date-fns/addMinutes'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { SecondFactor } from '#contract/second-factor.ts'
import { checkOwnPassword } from '#server/account/own-password.ts'
import { deviceOf } from '#server/auth/devices.ts'
import { logSecurityEvent, type Origin } from '#server/auth/security-log.ts'
import {
  type Caller,
  endOtherSessionsOf,
  endSessionsOf,
  type PersonRow,
  personColumns,
  type UserRow,
} from '#server/auth/sessions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { authenticators, passkeys, secondFactorSetups, users } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { type MailQueue, queueMail } from '#server/mail/mail-queue.ts'
import { authenticatorOf, findStep, newSecret, toProvisioning } from './authenticators.ts'
import {
  ALGORITHMS,
  type NewPasskey,
  newChallenge,
  openPasskeyChecks,
  passkeysOf,
  rpIdOf,
  toReference,
} from './passkeys.ts'
import { countRecoveryCodes, deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { hasSecondFactor, isRequired } from './requirement.ts'
import {
  recoveryCodesRenewedMail,
  secondFactorAddedMail,
  secondFactorRemovedMail,
} from './second-factor-mails.ts'

/** Changes that people make to their own second factors. */

/** How long a person may take to add a second factor after entering the password. */
const SETUP_MINUTES = 10
const MAX_PASSKEYS = 10
/** User agents usually have 100 to 200 characters. A user agent over this limit is cut. */
const MAX_USER_AGENT_LENGTH = 400

export const AUTHENTICATOR = 'authenticator'

interface SecondFactorServices {
  db: Database
  now: () => Date
  mailQueue: Pick<MailQueue, 'wake'>
  siteUrl: () => string
  requiresSecondFactor: boolean
}

export async function readSecondFactor(
  services: SecondFactorServices,
  { user }: Caller,
): Promise<SecondFactor> {
  const { db } = services
  const authenticator = await authenticatorOf(db, user)
  return {
    is_required: isRequired(services, user),
    passkeys: (await passkeysOf(db, user)).map((passkey) => ({
      id: passkey.id,
      device: deviceOf(passkey.userAgent),
      created_at: passkey.createdAt.toISOString(),
      last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
    })),
    authenticator: authenticator
      ? {
          created_at: authenticator.createdAt.toISOString(),
          last_used_at: authenticator.lastUsedAt?.toISOString() ?? null,
        }
      : null,
    recovery_codes: await countRecoveryCodes(db, user),
  }
}

/** @throws {Refusal} 422 for a wrong password, and 409 if the account has too many passkeys. */
export async function startPasskey(
  services: SecondFactorServices,
  { user }: Caller,
  claim: { password: string; origin: Origin },
) {
  await checkOwnPassword(services, { user, ...claim })
  const existing = await passkeysOf(services.db, user)
  if (existing.length >= MAX_PASSKEYS) {
    throw new Refusal(
      409,
      `An account can have ${MAX_PASSKEYS} passkeys. Remove one that you no longer use.`,
    )
  }
  const challenge = newChallenge()
  await startSetup(services, user, { challenge, secret: null })
  return {
    challenge,
    rp_id: rpIdOf(services.siteUrl()),
    user_handle: Buffer.from(user.id).toString('base64url'),
    email: user.email,
    name: user.name,
    algorithms: ALGORITHMS,
    existing: existing.map(toReference),
  }
}

/**
 * @throws {Refusal} 409 if the setup has expired or the passkey was added before, and 422 if it is
 *   not accepted.
 */
export async function addPasskey(
  services: SecondFactorServices,
  caller: Caller,
  { created, origin }: { created: NewPasskey; origin: Origin },
) {
  const { db, now, siteUrl } = services
  const checks = await openPasskeyChecks(siteUrl())
  // A challenge is valid for one try, so take the setup before checking the passkey.
  const setup = await takeSetup(db, caller.user, now())
  if (!setup?.challenge) throw setupExpired()
  const credential = await checks.readNewPasskey(created, setup.challenge)
  if (!credential) throw new Refusal(422, 'This passkey was not accepted. Please try again.')
  return addFactor(services, caller, {
    origin,
    factor: 'A passkey',
    async insert(tx) {
      const added = await tx
        .insert(passkeys)
        .values({
          userId: caller.user.id,
          credentialId: credential.id,
          publicKey: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: created.transports,
          userAgent: origin.userAgent?.slice(0, MAX_USER_AGENT_LENGTH),
          createdAt: now(),
        })
        .onConflictDoNothing()
        .returning({ id: passkeys.id })
      if (added.length === 0) throw new Refusal(409, 'This passkey has been added already.')
    },
  })
}

export async function startAuthenticator(
  services: SecondFactorServices,
  { user }: Caller,
  claim: { password: string; origin: Origin },
) {
  await checkOwnPassword(services, { user, ...claim })
  const secret = newSecret()
  await startSetup(services, user, { challenge: null, secret })
  return toProvisioning(secret, user)
}

/** @throws {Refusal} 409 if the setup has expired, and 422 for a wrong code. */
export async function addAuthenticator(
  services: SecondFactorServices,
  caller: Caller,
  { code, origin }: { code: string; origin: Origin },
) {
  const { now } = services
  return addFactor(services, caller, {
    origin,
    factor: 'An authenticator app',
    async insert(tx) {
      // The setup stays after a wrong code, so that the person can try again.
      const setup = await findSetup(tx, caller.user, now())
      if (!setup?.secret) throw setupExpired()
      const step = findStep(setup.secret, code, now())
      if (step === null) {
        throw new Refusal(
          422,
          'This code is wrong. Check that the clock of your phone is right, and enter the code that the app shows now.',
        )
      }
      await takeSetup(tx, caller.user, now())
      // Count this code as used. Otherwise somebody who has seen it could sign in with it.
      const values = { secret: setup.secret, lastStep: step, createdAt: now(), lastUsedAt: null }
      await tx
        .insert(authenticators)
        .values({ userId: caller.user.id, ...values })
        .onConflictDoUpdate({ target: authenticators.userId, set: values })
    },
  })
}

/**
 * Adds a second factor. With the first one, the account gets recovery codes, and all other sessions
 * end, because they were started with the password alone.
 */
async function addFactor(
  { db, now, mailQueue, siteUrl }: SecondFactorServices,
  caller: Caller,
  addition: { origin: Origin; factor: string; insert: (tx: Transaction) => Promise<void> },
) {
  const { origin, factor } = addition
  const recoveryCodes = await db.transaction(async (tx) => {
    const user = await lock(tx, caller.user)
    const isFirst = !(await hasSecondFactor(tx, user))
    await addition.insert(tx)
    if (isFirst) await endOtherSessionsOf(tx, caller, now())
    const event = { kind: 'second-factor-added', account: user, origin, at: now() } as const
    await logSecurityEvent(tx, { ...event, detail: factor })
    await queueMail(
      tx,
      secondFactorAddedMail(user, { factor, at: now(), siteUrl: siteUrl() }),
      now(),
    )
    return isFirst ? replaceRecoveryCodes(tx, user) : null
  })
  mailQueue.wake()
  return recoveryCodes
}

/**
 * Removes one second factor. With the last one, the recovery codes go too.
 * @throws {Refusal} 404 if the second factor was removed already.
 */
export async function removeSecondFactor(
  services: SecondFactorServices,
  caller: Caller,
  { factor: id, ...claim }: { factor: string; password: string; origin: Origin },
) {
  const { db, now, mailQueue, siteUrl } = services
  const { origin } = claim
  await checkOwnPassword(services, { user: caller.user, ...claim })
  await db.transaction(async (tx) => {
    const user = await lock(tx, caller.user)
    const removed =
      id === AUTHENTICATOR
        ? await tx.delete(authenticators).where(eq(authenticators.userId, user.id)).returning()
        : await tx
            .delete(passkeys)
            .where(and(eq(passkeys.userId, user.id), eq(passkeys.id, id)))
            .returning()
    if (removed.length === 0) throw new Refusal(404, 'This second factor was removed already')
    if (!(await hasSecondFactor(tx, user))) await deleteRecoveryCodes(tx, user)
    const factor = id === AUTHENTICATOR ? 'An authenticator app' : 'A passkey'
    const event = { kind: 'second-factor-removed', account: user, origin, at: now() } as const
    await logSecurityEvent(tx, { ...event, detail: factor })
    const mail = secondFactorRemovedMail(user, { factor, at: now(), siteUrl: siteUrl() })
    await queueMail(tx, mail, now())
  })
  mailQueue.wake()
}

/** @throws {Refusal} 409 without a second factor. */
export async function renewRecoveryCodes(
  services: SecondFactorServices,
  caller: Caller,
  claim: { password: string; origin: Origin },
) {
  const { db, now, mailQueue, siteUrl } = services
  const { origin } = claim
  await checkOwnPassword(services, { user: caller.user, ...claim })
  const codes = await db.transaction(async (tx) => {
    const user = await lock(tx, caller.user)
    if (!(await hasSecondFactor(tx, user))) {
      throw new Refusal(409, 'Add a passkey or an authenticator app first.')
    }
    const kind = 'recovery-codes-renewed'
    await logSecurityEvent(tx, { kind, account: user, origin, at: now() })
    const mail = recoveryCodesRenewedMail(user, { at: now(), siteUrl: siteUrl() })
    await queueMail(tx, mail, now())
    return replaceRecoveryCodes(tx, user)
  })
  mailQueue.wake()
  return codes
}

/**
 * Removes all second factors of an account and ends its sessions, for a person who has lost them
 * all. Returns false if the account has none.
 */
export async function removeAllFactors(
  tx: Transaction,
  user: Pick<UserRow, 'id' | 'email'>,
  { origin, at, detail }: { origin: Origin; at: Date; detail: string },
) {
  const locked = await lock(tx, user)
  const had = await hasSecondFactor(tx, locked)
  if (!had) return false
  await tx.delete(passkeys).where(eq(passkeys.userId, user.id))
  await tx.delete(authenticators).where(eq(authenticators.userId, user.id))
  await deleteRecoveryCodes(tx, user)
  await tx.delete(secondFactorSetups).where(eq(secondFactorSetups.userId, user.id))
  await endSessionsOf(tx, user)
  await logSecurityEvent(tx, { kind: 'second-factor-removed', account: user, origin, at, detail })
  return true
}

/**
 * Locks the user's row. A concurrent sign-in with the password waits, and then asks for the new
 * second factor.
 */
async function lock(tx: Transaction, { id }: Pick<UserRow, 'id'>): Promise<PersonRow> {
  const [user] = await tx
    .select(personColumns)
    .from(users)
    .where(eq(users.id, id))
    .for('no key update')
  if (!user) throw new Refusal(404, 'User not found')
  return user
}

async function startSetup(
  { db, now }: SecondFactorServices,
  { id }: Pick<UserRow, 'id'>,
  setup: { challenge: string | null; secret: Buffer | null },
) {
  const values = { ...setup, expiresAt: addMinutes(now(), SETUP_MINUTES) }
  await db
    .insert(secondFactorSetups)
    .values({ userId: id, ...values })
    .onConflictDoUpdate({ target: secondFactorSetups.userId, set: values })
}

async function findSetup(db: Database | Transaction, { id }: Pick<UserRow, 'id'>, now: Date) {
  const [setup] = await db.select().from(secondFactorSetups).where(isLive(id, now))
  return setup
}

/** Finds the setup and deletes it, so that nobody can use it again. */
async function takeSetup(db: Database | Transaction, { id }: Pick<UserRow, 'id'>, now: Date) {
  const [setup] = await db.delete(secondFactorSetups).where(isLive(id, now)).returning()
  return setup
}

function isLive(userId: string, now: Date) {
  return and(eq(secondFactorSetups.userId, userId), gt(secondFactorSetups.expiresAt, now))
}

function setupExpired() {
  return new Refusal(409, 'The setup has expired. Please start again.')
}

export async function deleteExpiredSetups(db: Database, now: Date) {
  await db.delete(secondFactorSetups).where(lte(secondFactorSetups.expiresAt, now))
}
