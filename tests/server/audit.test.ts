import { readdirSync, readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.ts'
import { audit } from '#server/db/schema.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let admin: Person

beforeEach(async () => {
  server = await startServer()
  admin = await server.addAdmin({ email: 'haruka@example.com' })
})

type Entry = Partial<typeof audit.$inferInsert>

async function write(...entries: Entry[]) {
  await server.services.db.insert(audit).values(
    entries.map((entry) => ({
      at: server.services.now(),
      actorId: admin.id,
      actorEmail: 'haruka@example.com',
      ip: '192.0.2.1',
      action: 'user.block',
      targetId: 'ana',
      target: 'ana@example.com',
      ...entry,
    })),
  )
}

async function list(search: Partial<Record<string, unknown>> = {}) {
  const { status, body } = await server.call(admin, listAudit, search)
  expect(status).toBe(200)
  return body
}

const targets = async (search: Partial<Record<string, unknown>>) =>
  (await list(search)).results.map(({ target }) => target)

test('an audit entry contains the actor, the action, the target, the IP address, and the values before and after (check 57)', async () => {
  await write({ before: { is_blocked: false }, after: { is_blocked: true } })
  expect(await list()).toEqual({
    results: [
      {
        id: expect.any(Number),
        at: '2026-01-15T00:00:00.000Z',
        actor_email: 'haruka@example.com',
        ip: '192.0.2.1',
        action: 'user.block',
        target_id: 'ana',
        target: 'ana@example.com',
        before: { is_blocked: false },
        after: { is_blocked: true },
      },
    ],
    total_count: 1,
    actions: ['user.block'],
  })
})

test('no request can change or remove an audit entry (check 57)', () => {
  const folder = new URL('../../src/server/', import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const rewriting = /(update|delete)\(audit\)|(update|delete from|truncate) "?audit\b/i
  const found = files
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => rewriting.test(readFileSync(new URL(file, folder), 'utf8')))
  expect(found).toEqual([])
})

test('a new audit log is empty', async () => {
  expect(await list()).toEqual({ results: [], total_count: 0, actions: [] })
})

test('the newest audit entry comes first, and entries with the same time keep their order across pages', async () => {
  const at = new Date('2026-01-10T00:00:00Z')
  await write(
    { target: 'first', at: new Date('2026-01-01T00:00:00Z') },
    ...['a', 'b', 'c', 'd'].map((target) => ({ target, at })),
    { target: 'last', at: new Date('2026-01-12T00:00:00Z') },
  )
  const pages = [1, 2, 3, 4].map((page) => targets({ page, limit: 2 }))
  expect(await Promise.all(pages)).toEqual([['last', 'd'], ['c', 'b'], ['a', 'first'], []])
  expect((await list({ page: 4, limit: 2 })).total_count).toBe(6)
})

test.each([
  ['a part of an address', 'ana@', ['ana@example.com']],
  ['a part of an address in capitals', 'ANA@', ['ana@example.com']],
  ['the administrator who acted', 'ken', ['ben@example.com']],
  ['the name of what was changed', '古民家', ['古民家 in Nagano']],
  ['an id', 'house-7', ['古民家 in Nagano']],
  ['a part of an id', 'house', []],
  ['characters with a meaning in SQL', '100%_', ['100%_\\of it']],
  ['a percent sign alone', '%', ['100%_\\of it']],
  ['a backslash before a word', '\\of', ['100%_\\of it']],
])('audit entries are found by %s', async (_, search, found) => {
  await write(
    {},
    { target: 'ben@example.com', actorEmail: 'ken@example.com' },
    { target: '古民家 in Nagano', targetId: 'house-7' },
    { target: '100%_\\of it' },
  )
  expect(await targets({ search })).toEqual(found)
})

test('audit entries are found by action', async () => {
  await write({ action: 'user.delete', target: 'ben@example.com' }, {}, {})
  expect(await targets({ action: 'user.delete' })).toEqual(['ben@example.com'])
  expect(await targets({ action: 'user' })).toEqual([])
  expect((await list({ action: 'user' })).actions).toEqual(['user.block', 'user.delete'])
})

test('audit entries are found by date in UTC, with the first and the last day included', async () => {
  await write(
    { target: 'before', at: new Date('2026-01-09T23:59:59.999Z') },
    { target: 'first', at: new Date('2026-01-10T00:00:00Z') },
    { target: 'last', at: new Date('2026-01-11T23:59:59.999Z') },
    { target: 'after', at: new Date('2026-01-12T00:00:00Z') },
  )
  expect(await targets({ from: '2026-01-10', to: '2026-01-11' })).toEqual(['last', 'first'])
  expect(await targets({ from: '2026-01-11' })).toEqual(['after', 'last'])
  expect(await targets({ to: '2026-01-09' })).toEqual(['before'])
  expect(await targets({ from: '2026-01-11', to: '2026-01-10' })).toEqual([])
})

test.each(['', 'yesterday', '2026-02-30', '0000-01-01', '9999-12-31', '2026-01-10T00:00:00Z'])(
  'a search of the audit log with the date “%s” is refused',
  async (day) => {
    expect(await server.call(admin, listAudit, { from: day })).toMatchObject({
      status: 422,
      body: { detail: 'From must be a day such as 2026-11-21' },
    })
  },
)
