import { ECDH } from 'node:crypto'
import { and, desc, eq, inArray, ne, or } from 'drizzle-orm'
import { MAX_PUSH_DEVICES } from '#contract/push.ts'
import type { Caller } from '#server/auth/sessions.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { pushSubscriptions } from '#server/db/schema.ts'
import { Refusal } from '#server/errors/refusal.ts'
import { lockPerson } from '#server/users/lock-person.ts'
import { isPushService } from './push-services.ts'

type Device = Pick<Caller, 'user' | 'tokenHash'>

interface BrowserSubscription {
  endpoint: string
  p256dh: string
  auth: string
}

interface RegistrationServices {
  db: Database
  now: () => Date
  /** Origins of push services that the operator allows in addition to the known ones. */
  pushOrigins: readonly string[]
}

export async function isRegistered(db: Database, { tokenHash }: Device) {
  return (await db.$count(pushSubscriptions, eq(pushSubscriptions.sessionHash, tokenHash))) > 0
}

/**
 * Registers the browser's subscription for the caller's session. If the person has too many
 * devices, the device that was registered first no longer receives notifications.
 * @throws {Refusal} 422 if the push service is unknown or the key is not valid.
 */
export async function registerDevice(
  { db, now, pushOrigins }: RegistrationServices,
  { user, tokenHash }: Device,
  subscription: BrowserSubscription,
) {
  const { endpoint, p256dh, auth } = subscription
  if (!isPushService(endpoint, pushOrigins)) {
    throw new Refusal(
      422,
      `Engawa cannot send notifications through ${new URL(endpoint).host}, the push service of this browser.`,
    )
  }
  if (!isPoint(p256dh)) throw new Refusal(422, 'The key of the device is not valid')
  const { id: userId } = user
  const sessionHash = tokenHash
  await db.transaction(async (tx) => {
    await lockPerson(tx, userId)
    const ofOther = and(
      eq(pushSubscriptions.endpoint, endpoint),
      ne(pushSubscriptions.userId, userId),
    )
    const former = and(
      eq(pushSubscriptions.sessionHash, sessionHash),
      ne(pushSubscriptions.endpoint, endpoint),
    )
    // Deleting a registration also deletes its queued messages. So the new person does not get the
    // messages of the previous person.
    await tx.delete(pushSubscriptions).where(or(ofOther, former))
    const [registered] = await tx
      .insert(pushSubscriptions)
      .values({ userId, sessionHash, endpoint, p256dh, auth, createdAt: now() })
      .onConflictDoUpdate({
        target: pushSubscriptions.endpoint,
        set: { sessionHash, p256dh, auth, failures: 0, createdAt: now() },
        setWhere: eq(pushSubscriptions.userId, userId),
      })
      .returning({ id: pushSubscriptions.id })
    if (!registered) {
      throw new Refusal(409, 'Another account has just registered this device. Please try again.')
    }
    await deleteSurplus(tx, userId)
  })
}

async function deleteSurplus(tx: Transaction, userId: string) {
  const surplus = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .offset(MAX_PUSH_DEVICES)
  await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, surplus))
}

export async function unregisterDevice(db: Database, { tokenHash }: Device) {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionHash, tokenHash))
}

/** Whether the key is a point of the curve. Encryption fails with any other key. */
function isPoint(p256dh: string) {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'hex', 'compressed')
    return true
  } catch {
    return false
  }
}
