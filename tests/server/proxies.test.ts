import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { checkEmail } from '#contract/auth.ts'
import { type Endpoint, toRequest } from '#contract/endpoint.ts'
import { blockUser } from '#contract/users.ts'
import { audit } from '#server/db/schema.ts'
import { readNetworks } from '#server/network/client-address.ts'
import { startServer } from '#tests/support/server.ts'

const PROXY = '10.0.0.1'
const networks = readNetworks('10.0.0.0/8')
const behindProxy = networks ? { trustedProxies: networks } : {}

/**
 * Starts a server. `callFrom` calls the server from `ip`, with headers that claim another address.
 */
async function startBehindProxy(options: Parameters<typeof startServer>[0]) {
  const server = await startServer(options)
  async function callFrom<E extends Endpoint>(
    [ip, claim]: [ip: string, claim: string],
    endpoint: E,
    input: z.input<E['input']>,
    token?: string,
  ) {
    const { path, headers, ...init } = toRequest(endpoint, input, token)
    const claims = { 'x-forwarded-for': claim, 'x-real-ip': claim, forwarded: `for=${claim}` }
    const answer = await server.fetch(path, { ...init, headers: { ...headers, ...claims } }, ip)
    return answer.status
  }
  return { ...server, callFrom }
}

const ALLOWED_STATUSES = Array<number>(10).fill(200)

test('without a trusted proxy, nobody can evade a rate limit with forged headers (trust proxy)', async () => {
  const { callFrom } = await startBehindProxy({})
  const statuses: number[] = []
  for (let index = 0; index < 11; index++) {
    const from: [string, string] = ['198.51.100.7', `203.0.113.${index}`]
    statuses.push(await callFrom(from, checkEmail, { email: 'ana@example.com' }))
  }
  expect(statuses).toEqual([...ALLOWED_STATUSES, 429])
})

test('behind a trusted proxy each client has its own limits, and forged headers change nothing (trust proxy)', async () => {
  const { callFrom } = await startBehindProxy(behindProxy)
  const statuses: number[] = []
  for (let index = 0; index < 11; index++) {
    const from: [string, string] = [PROXY, `1.1.1.${index}, 203.0.113.9`]
    statuses.push(await callFrom(from, checkEmail, { email: 'ana@example.com' }))
  }
  expect(statuses).toEqual([...ALLOWED_STATUSES, 429])
  const another: [string, string] = [PROXY, '203.0.113.10']
  expect(await callFrom(another, checkEmail, { email: 'ana@example.com' })).toBe(200)
})

test("behind a trusted proxy the audit log records the administrator's address, not the proxy's (trust proxy)", async () => {
  const { callFrom, addAdmin, addUser, services } = await startBehindProxy(behindProxy)
  const [admin, ana, ben] = [await addAdmin(), await addUser(), await addUser()]
  await callFrom([PROXY, '203.0.113.9'], blockUser, { id: ana.id, block: true }, admin.token)
  await callFrom(
    ['198.51.100.7', '203.0.113.9'],
    blockUser,
    { id: ben.id, block: true },
    admin.token,
  )
  expect(await services.db.select({ ip: audit.ip }).from(audit).orderBy(audit.id)).toEqual([
    { ip: '203.0.113.9' },
    { ip: '198.51.100.7' },
  ])
})
