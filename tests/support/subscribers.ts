import { randomUUID } from 'node:crypto'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Database } from '#server/db/database.ts'
import { favorites, subscriptions } from '#server/db/schema.ts'
import { addUser } from '#server/users/accounts.ts'

export type Subscriber = Awaited<ReturnType<typeof addSubscriber>>

export interface NewSubscriber extends Partial<typeof subscriptions.$inferInsert> {
  name?: string
  /** Ids of listings. */
  favorites?: string[]
}

/** Adds a subscriber with these favorites, newest first. */
export async function addSubscriber(
  db: Database,
  { name = 'Ana Prieto', favorites: ids = [], ...terms }: NewSubscriber = {},
) {
  const password = 'a-lantern-in-the-hall'
  const now = new Date()
  const passwordHash = await hashPassword(password)
  const email = `${randomUUID()}@example.com`
  const user = await addUser(db, { name, email, role: 'user', passwordHash }, now)
  if (!user) throw new Error('The address of the new subscriber is taken')
  await db.insert(subscriptions).values({
    userId: user.id,
    status: 'active',
    plan: 'premium',
    paymentProvider: 'manual',
    createdAt: now,
    ...terms,
  })
  const rows = ids.map((listingId, at) => ({
    userId: user.id,
    listingId,
    createdAt: new Date(now.getTime() - at * 1000),
  }))
  if (rows.length > 0) await db.insert(favorites).values(rows)
  return { id: user.id, email, password }
}
