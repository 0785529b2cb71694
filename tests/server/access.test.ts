import { beforeEach, expect, test } from 'vitest'
import type { Access } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { createApp } from '#server/app.ts'
import { shortlists } from '#server/db/schema.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
  // Before the first edition of the catalogue for devices, its endpoints answer with status 503.
  await server.makeCatalogueFile()
})

async function addCallers() {
  const subscriber = await server.addSubscriber()
  const partner = await server.addUser()
  const list = { id: 'list', ownerId: subscriber.id, partnerId: partner.id }
  await server.services.db.insert(shortlists).values(list)
  return {
    visitor: null,
    member: await server.addUser(),
    partner,
    subscriber,
    'lapsed subscriber': await server.addSubscriber({
      status: 'cancelled',
      endsAt: new Date('2026-01-14T23:59:59Z'),
    }),
    'blocked subscriber': await server.addSubscriber({ user: { isBlocked: true } }),
    admin: await server.addAdmin(),
  }
}
type Caller = keyof Awaited<ReturnType<typeof addCallers>>

/**
 * For each kind of access, the callers that the endpoint refuses, with the status of the refusal.
 */
const REFUSED: Record<Access, Partial<Record<Caller, 401 | 403>>> = {
  public: {},
  user: { visitor: 401, 'blocked subscriber': 401 },
  guest: {
    visitor: 401,
    'blocked subscriber': 401,
    member: 403,
    'lapsed subscriber': 403,
  },
  subscriber: {
    visitor: 401,
    'blocked subscriber': 401,
    member: 403,
    partner: 403,
    'lapsed subscriber': 403,
  },
  admin: {
    visitor: 401,
    'blocked subscriber': 401,
    member: 403,
    partner: 403,
    'lapsed subscriber': 403,
    subscriber: 403,
  },
}

test.each([...endpoints])(
  'the server serves the endpoint %s at the path that the API contract states',
  async (name, { method, path }) => {
    const { routes } = createApp(server.services)
    const reached = routes.find(
      (route) => route.method === method && accepts(route.path, `/v1${path}`),
    )
    expect(
      reached?.path,
      `${method} ${path} reaches the route below, or none. Call serve(${name}, …) before any route that accepts its path`,
    ).toBe(`/v1${path}`)
  },
)

test.each([...endpoints])(
  'the endpoint %s accepts the callers that the API contract names, and nobody else (checks 24, 25)',
  async (_, endpoint) => {
    const answers: Record<string, number | 'let in'> = {}
    for (const [caller, user] of Object.entries(await addCallers())) {
      const { status } = await server.call(user, endpoint, { id: 'nowhere' })
      expect(status).toBeLessThan(500)
      answers[caller] = status === 401 || status === 403 ? status : 'let in'
    }
    expect(answers).toEqual({
      visitor: 'let in',
      member: 'let in',
      partner: 'let in',
      subscriber: 'let in',
      'lapsed subscriber': 'let in',
      'blocked subscriber': 'let in',
      admin: 'let in',
      ...REFUSED[endpoint.access],
    })
  },
)

/** Returns whether a request for `path` reaches the route at `pattern`. */
function accepts(pattern: string, path: string) {
  const [parts, asked] = [pattern.split('/'), path.split('/')]
  return (
    parts.length === asked.length &&
    parts.every((part, index) => part.startsWith(':') || part === asked[index])
  )
}
