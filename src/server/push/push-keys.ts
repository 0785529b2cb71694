import { createECDH, createHmac } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { secrets } from '#server/db/schema.ts'

/** The length of the keyed digest that names a recipient. */
const RECIPIENT_BYTES = 16

export interface PushKeys {
  /** The VAPID key pair, in base64url. */
  publicKey: string
  privateKey: string
  /** The key of the digests that name recipients. */
  recipientKey: Buffer
}

/** Reads the keys, which all processes share. A migration has made them. */
export async function readPushKeys(db: Database): Promise<PushKeys> {
  const rows = await db
    .select()
    .from(secrets)
    .where(inArray(secrets.name, ['vapid', 'push-recipients']))
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  const privateKey = values.get('vapid')
  const recipientKey = values.get('push-recipients')
  if (!privateKey || !recipientKey) throw new Error('The keys of push messages are missing')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
    recipientKey,
  }
}

/** The digest that names a person in push messages. It reveals nothing about the person. */
export function recipientOf({ recipientKey }: PushKeys, userId: string) {
  const digest = createHmac('sha256', recipientKey).update(userId).digest()
  return digest.subarray(0, RECIPIENT_BYTES).toString('base64url')
}
