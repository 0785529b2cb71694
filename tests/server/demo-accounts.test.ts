import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { login, SignedIn } from '#contract/auth.ts'
import { searchListings } from '#contract/listings.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { users } from '#server/db/schema.ts'
import { createDemoAccounts, openDemoAccounts } from '#server/users/demo-accounts.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

test('each demo account can sign in with the rights of its role', async () => {
  const { db, now } = server.services
  const accounts = await createDemoAccounts(db, now())
  const found: Record<string, unknown> = {}
  for (const { role, email, password } of accounts) {
    const { body } = await server.call(null, login, { username: email, password })
    const signedIn = SignedIn.parse(body)
    const { status } = await server.call({ token: signedIn.access_token }, searchListings, {})
    const { user, subscription } = signedIn
    found[role] = { role: user.role, provider: subscription?.payment_provider, status }
  }
  expect(found).toEqual({
    admin: { role: 'admin', provider: undefined, status: 200 },
    subscriber: { role: 'user', provider: 'manual', status: 200 },
    member: { role: 'user', provider: undefined, status: 403 },
  })
})

test('a restart keeps the changes that people made to demo accounts', async () => {
  const { db, now } = server.services
  const accounts = await createDemoAccounts(db, now())
  await db.update(users).set({ name: 'Somebody else' })
  const before = await db.select().from(users)
  expect(await createDemoAccounts(db, now())).toEqual(accounts)
  expect(await db.select().from(users)).toEqual(before)
})

test('a demo account with a changed password is no longer offered to visitors', async () => {
  const { db, now } = server.services
  const [admin, subscriber, member] = await createDemoAccounts(db, now())
  const change = (account: typeof admin, values: Partial<typeof users.$inferInsert>) =>
    db
      .update(users)
      .set(values)
      .where(eq(users.email, account?.email ?? ''))
  await change(admin, { passwordHash: await hashPassword('a long walk home') })
  await change(member, { isBlocked: true })
  expect(await openDemoAccounts(db)).toEqual([subscriber])
  expect(await createDemoAccounts(db, now())).toEqual([subscriber])
})

test('there are no demo accounts unless the configuration asks for them', async () => {
  expect(await openDemoAccounts(server.services.db)).toEqual([])
})
