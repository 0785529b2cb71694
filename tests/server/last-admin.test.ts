import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import { refuseLastAdmin } from '#server/users/last-admin.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

function leave({ id }: { id: string }) {
  return server.services.db.transaction(async (tx) => {
    await refuseLastAdmin(tx, { id })
    await tx.delete(users).where(eq(users.id, id))
  })
}

const idsOfUsers = async () =>
  (await server.services.db.select({ id: users.id }).from(users)).map(({ id }) => id)

test('when the only two administrators try to delete their accounts at the same time, one account always remains (check 29)', async () => {
  const admins = [await server.addAdmin(), await server.addAdmin()]
  const tries = Array.from({ length: 20 }, (_, index) => leave(admins[index % 2] ?? { id: '' }))
  await Promise.allSettled(tries)
  expect(await idsOfUsers()).toHaveLength(1)
})

test('the last active administrator cannot delete the account, even if a blocked administrator remains', async () => {
  const ana = await server.addAdmin()
  await server.addAdmin({ isBlocked: true })
  await expect(leave(ana)).rejects.toMatchObject({
    status: 409,
    detail: 'You are the last administrator. Make somebody else an administrator first.',
  })
  expect(await idsOfUsers()).toContain(ana.id)
})

test('people who are not administrators may always delete their accounts', async () => {
  await server.addAdmin()
  const ben = await server.addUser()
  await leave(ben)
  expect(await idsOfUsers()).not.toContain(ben.id)
})
