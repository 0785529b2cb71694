import { beforeEach, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { SUBSCRIPTION_SORTS, USER_SORTS } from '#contract/choices.ts'
import { countSubscriptions, countUsers, listSubscriptions, listUsers } from '#contract/users.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let admin: Person

beforeEach(async () => {
  server = await startServer()
  admin = await server.addAdmin({ name: 'Haruka Sato', email: 'haruka@example.com' })
})

const namesOf = async (search: z.input<typeof listUsers.input>) =>
  (await server.call(admin, listUsers, search)).body.map(({ name }) => name)

const emailsOf = async (search: z.input<typeof listSubscriptions.input>) =>
  (await server.call(admin, listSubscriptions, search)).body.map(({ email }) => email)

test('the list of users contains neither pictures nor passwords (check 31)', async () => {
  const ana = await server.addUser({
    name: 'Ana Prieto',
    email: 'ana@example.com',
    passwordHash: '$argon2id$',
    profilePicture: 'data:image/jpeg;base64,AAAA',
    stripeCustomerId: 'cus_1',
  })
  const { body } = await server.call(admin, listUsers, { search: 'ana' })
  expect(body).toEqual([
    {
      id: ana.id,
      name: 'Ana Prieto',
      email: 'ana@example.com',
      role: 'user',
      is_active: true,
      is_blocked: false,
      created_at: '2026-01-15T00:00:00.000Z',
      updated_at: '2026-01-15T00:00:00.000Z',
    },
  ])
})

test('the list of users shows the newest users first by default', async () => {
  await server.addUser({ name: 'Old', createdAt: new Date('2025-01-01') })
  await server.addUser({ name: 'New', createdAt: new Date('2026-02-01') })
  expect(await namesOf({})).toEqual(['New', 'Haruka Sato', 'Old'])
})

test.each([
  ['prieto', ['Ana Prieto']],
  ['PRIETO', ['Ana Prieto']],
  ['  ana ', ['Ana Prieto']],
  ['ANA@EXAMPLE', ['Ana Prieto']],
  ['ōta', ['Ōta Mei']],
  ['Ana Okada', []],
  ['_', ['Per_Cent 100%']],
  ['100%', ['Per_Cent 100%']],
  ['%@%', []],
  ['\\', []],
  ["' or 1=1", []],
])("an administrator's search for the user “%s” finds %j", async (search, names) => {
  await server.addUser({ name: 'Ana Prieto', email: 'ana@example.com' })
  await server.addUser({ name: 'Ōta Mei', email: 'mei@example.com' })
  await server.addUser({ name: 'Per_Cent 100%', email: 'per@example.com' })
  expect(await namesOf({ search })).toEqual(names)
  const { body } = await server.call(admin, countUsers, { search })
  expect(body).toEqual({ total_count: names.length })
})

test('a search for users finds a name in both normalization forms of Unicode', async () => {
  await server.addUser({ name: 'Ōta Mei' })
  expect(await namesOf({ search: 'ōta'.normalize('NFD') })).toEqual(['Ōta Mei'])
})

test('an empty search for users finds everybody', async () => {
  await server.addUser({ name: 'Ana' })
  expect(await namesOf({ search: '  ' })).toHaveLength(2)
  expect((await server.call(admin, countUsers, {})).body).toEqual({ total_count: 2 })
})

test('the list of users sorts names as in a dictionary', async () => {
  for (const name of ['zoe', 'Émile', 'eve', 'Adam', 'Ōta', 'Oscar', 'adam', '大森']) {
    await server.addUser({ name })
  }
  const sorted = ['adam', 'Adam', 'Émile', 'eve', 'Haruka Sato', 'Oscar', 'Ōta', 'zoe', '大森']
  expect(await namesOf({ sort_by: 'name', sort_order: 'asc' })).toEqual(sorted)
  expect(await namesOf({ sort_by: 'name', sort_order: 'desc' })).toEqual(sorted.toReversed())
})

test('users can be sorted by address, role and status', async () => {
  await server.addUser({ name: 'Ana', email: 'z@example.com' })
  await server.addUser({ name: 'Ben', email: 'a@example.com', isBlocked: true })
  const first = async (sort_by: 'email' | 'role' | 'status', sort_order: 'asc' | 'desc') =>
    (await namesOf({ sort_by, sort_order }))[0]
  expect(await first('email', 'asc')).toBe('Ben')
  expect(await first('email', 'desc')).toBe('Ana')
  expect(await first('role', 'asc')).toBe('Haruka Sato')
  expect(await first('status', 'desc')).toBe('Ben')
})

test.each(USER_SORTS)('a list of users sorted by %s shows each user once', async (sort_by) => {
  for (let index = 0; index < 6; index++) await server.addUser({ name: 'Ana' })
  const pages = await Promise.all(
    [1, 2, 3, 4].map(
      async (page) => (await server.call(admin, listUsers, { page, limit: 3, sort_by })).body,
    ),
  )
  expect(pages.map(({ length }) => length)).toEqual([3, 3, 1, 0])
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(7)
})

test.each([
  [{ sort_by: 'password_hash' }, 'Sort by created_at or name or email or role or status'],
  [{ sort_order: 'up' }, 'Sort order is asc or desc'],
  [{ page: 0 }, 'Page must be a whole number from 1 to 10000000'],
  [{ limit: 101 }, 'Limit must be a whole number from 1 to 100'],
  [{ search: 'x'.repeat(101) }, 'Search must be at most 100 characters'],
  [{ search: '\0' }, 'Search contains characters that cannot be shown'],
])('a list of users with the query %j is refused', async (search, detail) => {
  const answer = await server.call(admin, listUsers, search as z.input<typeof listUsers.input>)
  expect(answer).toMatchObject({ status: 422, body: { detail } })
})

test('the list of subscriptions can be searched by address and status, and contains people without a subscription', async () => {
  await server.addUser({ email: 'ana@example.com' })
  await server.addSubscriber({ user: { email: 'ben@example.com' } })
  await server.addSubscriber({ user: { email: 'cleo@example.com' }, status: 'cancelled' })
  await server.addSubscriber({ user: { email: 'dan@example.org' }, status: 'inactive' })
  expect(await emailsOf({ search: 'EXAMPLE.com' })).toEqual([
    'ana@example.com',
    'ben@example.com',
    'cleo@example.com',
  ])
  expect(await emailsOf({ status: 'inactive' })).toEqual(['ana@example.com', 'dan@example.org'])
  expect(await emailsOf({ status: 'inactive', search: '.org' })).toEqual(['dan@example.org'])
  const { body } = await server.call(admin, countSubscriptions, { status: 'inactive' })
  expect(body).toEqual({ total_count: 2 })
})

test('an administrator with an earlier subscription is in the list of subscriptions', async () => {
  await server.addSubscriber({ user: { email: 'ana@example.com', role: 'admin' } })
  expect(await emailsOf({})).toEqual(['ana@example.com'])
  expect((await server.call(admin, countSubscriptions, {})).body).toEqual({ total_count: 1 })
})

test('subscriptions can be sorted by address, status and plan', async () => {
  await server.addUser({ email: 'b@example.com' })
  await server.addSubscriber({ user: { email: 'a@example.com' }, plan: 'premium' })
  await server.addSubscriber({
    user: { email: 'c@example.com' },
    status: 'cancelled',
    plan: 'Free',
  })
  const by = async (sort_by: (typeof SUBSCRIPTION_SORTS)[number], sort_order: 'asc' | 'desc') =>
    (await emailsOf({ sort_by, sort_order })).map(([letter]) => letter).join('')
  expect(await by('email', 'desc')).toBe('cba')
  expect(await by('status', 'asc')).toBe('acb')
  expect(await by('plan', 'desc')).toMatch(/^a/)
})

test.each(SUBSCRIPTION_SORTS)(
  'when subscriptions are sorted by %s, each subscription is on exactly one page',
  async (sort_by) => {
    for (let index = 0; index < 5; index++) await server.addUser()
    const pages = await Promise.all(
      [1, 2, 3, 4].map(
        async (page) =>
          (await server.call(admin, listSubscriptions, { page, limit: 2, sort_by })).body,
      ),
    )
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1, 0])
    expect(new Set(pages.flat().map(({ user_id }) => user_id)).size).toBe(5)
  },
)
