import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { login, logout } from '#contract/auth.ts'
import { toRequest } from '#contract/endpoint.ts'
import { addFavorite, removeFavorite } from '#contract/favorites.ts'
import { endpoints } from '#contract/index.ts'
import { ListingRecord, searchListings } from '#contract/listings.ts'
import { sendPasswordReset } from '#contract/users.ts'

const addresses = [...endpoints.values()].map(({ method, path }) => `${method} ${path}`)

test('the API has all paths of the specification', () => {
  expect(addresses).toEqual(
    expect.arrayContaining([
      'POST /auth/register',
      'POST /auth/login',
      'POST /auth/logout',
      'GET /auth/me',
      'PUT /auth/me',
      'PUT /auth/me/password',
      'PUT /auth/me/profile-picture',
      'GET /auth/subscription-plan',
      'GET /payments/config',
      'POST /auth/check-email',
      'POST /payments/create-subscription',
      'POST /payments/create-subscription-for-user',
      'POST /payments/cancel-subscription',
      'POST /payments/renew-subscription',
      'POST /payments/reactivate-subscription',
      'GET /free-listings',
      'GET /listings',
      'GET /listings/cities',
      'GET /listings/:id',
      'POST /favorites',
      'DELETE /favorites/:id',
      'GET /favorites',
      'POST /auth/forgot-password',
      'POST /auth/verify-reset-code',
      'POST /auth/reset-password',
      'GET /users',
      'POST /users',
      'DELETE /users/:id',
      'PUT /users/:id/block',
      'PUT /users/:id',
      'POST /users/:id/reset-password',
      'GET /subscriptions',
      'PUT /subscriptions/:id',
    ]),
  )
})

test('the list of endpoints includes every endpoint of every file of the contract', async () => {
  const folder = join(import.meta.dirname, '../../src/contract')
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  const modules = await Promise.all(files.map((file) => import(join(folder, file))))
  const exported = modules.flatMap((module) =>
    Object.entries<object>(module).flatMap(([name, value]) =>
      value && typeof value === 'object' && 'access' in value && 'method' in value ? [name] : [],
    ),
  )
  expect(exported.length).toBeGreaterThan(100)
  expect(exported.filter((name) => !endpoints.has(name))).toEqual([])
})

test('no two endpoints have the same method and path', () => {
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('every endpoint that changes something refuses unknown fields', () => {
  const lenient = [...endpoints.values()]
    .filter(({ method }) => method !== 'GET')
    .filter(({ input }) => {
      const { error } = input.safeParse({ unknown_field: 1 })
      return !error?.issues.some(({ code }) =>
        ['unrecognized_keys', 'invalid_union'].includes(code),
      )
    })
    .map(({ method, path }) => `${method} ${path}`)
  expect(lenient).toEqual([])
})

test('the app sends the session token to every endpoint except the public ones', () => {
  const sentWithout = [...endpoints.values()]
    .filter((endpoint) => !toRequest(endpoint, { id: 'x' }, 'secret').headers.authorization)
    .map(({ path }) => path)
  expect(sentWithout.sort()).toEqual([
    '/alerts/stop',
    '/auth/check-email',
    '/auth/forgot-password',
    '/auth/login',
    '/auth/login/second-step',
    '/auth/receipts',
    '/auth/register',
    '/auth/reset-password',
    '/auth/subscription-plan',
    '/auth/verify-reset-code',
    '/free-listings',
    '/free-listings/places',
    '/payments/config',
    '/rates',
    '/shared-listings/:id',
    '/shortlist/invitation/inviter',
    '/version',
  ])
})

test('the endpoints that send houses are known, so that nobody adds one without a decision about the reading budget', () => {
  const sending = [...endpoints.values()]
    .filter(({ access, output }) => access !== 'admin' && contains(output, ListingRecord))
    .map(({ method, path }) => `${method} ${path}`)
  const counting = ['GET /listings', 'GET /listings/:id', 'GET /news']
  const free = ['GET /free-listings']
  const chosen = ['GET /favorites', 'GET /shortlist/houses']
  expect(sending.sort()).toEqual([...counting, ...free, ...chosen].sort())
})

/** Whether values of a schema can contain values of another schema, or of one that extends it. */
function contains(schema: z.core.$ZodType, part: typeof ListingRecord): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const isPart = Object.keys(part.shape).every((name) => name in def.shape)
      return isPart || Object.values(def.shape).some((field) => contains(field, part))
    }
    case 'array':
      return contains(def.element, part)
    case 'record':
      return contains(def.valueType, part)
    case 'union':
      return def.options.some((option) => contains(option, part))
    case 'pipe':
      return contains(def.in, part) || contains(def.out, part)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return contains(def.innerType, part)
    default:
      return false
  }
}

test('a search is a GET request whose query contains only the filters that have a value', () => {
  const request = toRequest(searchListings, { prefecture: 'hyogo', city: undefined, page: 2 })
  expect(request).toEqual({
    method: 'GET',
    path: '/v1/listings?prefecture=hyogo&page=2',
    headers: {},
  })
})

test('an id in a request cannot change the path of the request', () => {
  expect(toRequest(removeFavorite, { id: '../users/1?x#y' }).path).toBe(
    '/v1/favorites/..%2Fusers%2F1%3Fx%23y',
  )
})

test('a login is sent as a form and everything else as JSON', () => {
  expect(toRequest(login, { username: 'ana@example.com', password: 'a&b=c +%' })).toMatchObject({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'username=ana%40example.com&password=a%26b%3Dc+%2B%25',
  })
  expect(toRequest(addFavorite, { listing_id: '7' }, 'secret')).toEqual({
    method: 'POST',
    path: '/v1/favorites',
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
    body: '{"listing_id":"7"}',
  })
})

test('an action without fields is sent without a body', () => {
  for (const action of [
    toRequest(sendPasswordReset, { id: '7' }, 'x'),
    toRequest(logout, {}, 'x'),
  ]) {
    expect(action).not.toHaveProperty('body')
    expect(action.headers).toEqual({ authorization: 'Bearer x' })
  }
})
