import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, asc, eq, ne } from 'drizzle-orm'
import type { Database, Transaction } from '#server/db/database.ts'
import { alerts, secrets } from '#server/db/schema.ts'

/** What a link in a mail stops: all alerts of a person by mail, or a single alert. */
export interface Stopped {
  kind: 'all' | 'one'
  /** The id of the person or of the alert. */
  id: string
}

export async function readLinkSecret(db: Database | Transaction) {
  const [row] = await db
    .select({ value: secrets.value })
    .from(secrets)
    .where(eq(secrets.name, 'alert-links'))
  if (!row) throw new Error('The secret for the links in alerts is missing')
  return row.value
}

/** The path of the page that stops alerts. Mail programs send a POST request to the same path. */
export function stopPath(secret: Buffer, stopped: Stopped) {
  return `/stop-alerts?token=${stopped.kind}.${stopped.id}.${signature(secret, stopped)}`
}

function signature(secret: Buffer, { kind, id }: Stopped) {
  return createHmac('sha256', secret).update(`${kind}.${id}`).digest('base64url')
}

/** What a token stops. Undefined if Engawa has not signed the token. */
function readToken(secret: Buffer, token: string): Stopped | undefined {
  const [kind, id = '', given = ''] = token.split('.')
  if (kind !== 'all' && kind !== 'one') return undefined
  const expected = Buffer.from(signature(secret, { kind, id }))
  const actual = Buffer.from(given)
  const isRight = actual.length === expected.length && timingSafeEqual(actual, expected)
  return isRight ? { kind, id } : undefined
}

/**
 * Stops the alerts by mail that a token names. Alerts that also come as notifications keep these.
 * Returns what has been stopped, `none` if there was nothing to stop, or undefined for a wrong token.
 */
export async function stopByToken(
  db: Database,
  token: string,
): Promise<Stopped['kind'] | 'none' | undefined> {
  const named = readToken(await readLinkSecret(db), token)
  if (!named) return undefined
  const own = eq(named.kind === 'all' ? alerts.userId : alerts.id, named.id)
  const isByMail = and(own, ne(alerts.channel, 'push'))
  return db.transaction(async (tx) => {
    const stopped = await tx
      .select({ id: alerts.id })
      .from(alerts)
      .where(isByMail)
      .orderBy(asc(alerts.id))
      .for('update')
    await tx.delete(alerts).where(and(own, eq(alerts.channel, 'mail')))
    await tx.update(alerts).set({ channel: 'push' }).where(isByMail)
    return stopped.length > 0 ? named.kind : 'none'
  })
}
