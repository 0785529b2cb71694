import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { login } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
/** The token of an administrator, who may call every endpoint. */
let token: string
beforeEach(async () => {
  server = await startServer()
  token = (await server.addAdmin()).token
})

const hasBody = ({ method }: Endpoint) => method === 'POST' || method === 'PUT'
const withJson = [...endpoints].filter(([, endpoint]) => hasBody(endpoint) && !endpoint.encoding)

function send(endpoint: Endpoint, body: string, type = 'application/json') {
  return server.fetch(`/v1${endpoint.path}`, {
    method: endpoint.method,
    headers: { 'content-type': type, authorization: `Bearer ${token}` },
    body,
  })
}

function ask({ method }: Endpoint, path: string) {
  return server.fetch(`/v1${path}`, { method, headers: { authorization: `Bearer ${token}` } })
}

/** Expects a plain sentence that reveals nothing about the server. */
async function expectRefusal(response: Response, status: number, sent = '') {
  const { detail } = await response.json()
  expect({ sent, status: response.status, detail }).toEqual({
    sent,
    status,
    detail: expect.any(String),
  })
  expect(detail, sent).toMatch(/^[\w .,/-]{1,100}$/)
  expect(detail, sent).not.toMatch(/select|column|syntax|token|zod|json\.parse|\.ts\b|\(/i)
}

const fieldsOf = ({ input }: Endpoint) =>
  input instanceof z.ZodMiniObject ? Object.keys(input.shape) : []

/** These fields have a special format, so a test needs valid values for them. */
const VALID: Record<string, string> = {
  email: 'ana@example.com',
  password: 'a long walk home',
}

const validBody = (endpoint: Endpoint) =>
  Object.fromEntries(fieldsOf(endpoint).map((field) => [field, VALID[field] ?? 'x']))

const NOT_AN_OBJECT = {
  'half an object': '{"name":"Ana"',
  'a list': '[]',
  'a text': '"name"',
  nothing: 'null',
  'no JSON': '<name>Ana</name>',
  'a list of 20,000 levels': '['.repeat(20_000) + ']'.repeat(20_000),
  'an object of 10,000 levels': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
}
const NOT_JSON = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/xml',
]
const NOT_A_STRING: unknown[] = [null, 7, true, [], ['ana@example.com'], {}, { toString: 'x' }]

describe.each(withJson)('when %s gets a JSON body', (_, endpoint) => {
  test('an endpoint with a JSON body requires an object (check 33)', async () => {
    for (const [what, body] of Object.entries(NOT_AN_OBJECT)) {
      await expectRefusal(await send(endpoint, body), 400, what)
    }
  })

  test('an endpoint with a JSON body accepts at most 64 KB (check 55)', async () => {
    await expectRefusal(await send(endpoint, `{"name":"${'a'.repeat(200_000)}"}`), 413)
  })

  test('an endpoint with a JSON body refuses a field that the URL contains too (check 33)', async () => {
    for (const field of fieldsOf(endpoint)) {
      const path = endpoint.path.replace(/:\w+/g, 'x')
      const query = endpoint.path.includes(`:${field}`) ? '' : `?${field}=y`
      const elsewhere = { ...endpoint, path: `${path}${query}` as const } as Endpoint
      const response = await send(elsewhere, JSON.stringify({ [field]: 'x' }))
      expect({ status: response.status, ...(await response.json()) }).toEqual({
        status: 422,
        detail: `${field} can be given only once`,
      })
    }
  })

  test('an endpoint with a JSON body refuses a body with another content type', async () => {
    for (const type of NOT_JSON) await expectRefusal(await send(endpoint, '{}', type), 415, type)
  })

  test('an endpoint with a JSON body refuses unknown fields (checks 23, 33)', async () => {
    for (const field of ['extra', '__proto__', 'constructor']) {
      const body = JSON.stringify(validBody(endpoint)).replace(/^\{/, `{"${field}":{"a":1},`)
      const hint = `${field} (the body must be a z.strictObject)`
      await expectRefusal(await send(endpoint, body.replace(',}', '}')), 422, hint)
    }
  })

  test('an endpoint with a JSON body requires one string in each field (check 33)', async () => {
    for (const field of fieldsOf(endpoint)) {
      for (const value of NOT_A_STRING) {
        const body = JSON.stringify({ ...validBody(endpoint), [field]: value })
        await expectRefusal(await send(endpoint, body), 422, body)
      }
      const twice = `{"${field}":"x",${JSON.stringify(validBody(endpoint)).slice(1)}`
      await expectRefusal(await send(endpoint, twice), 422, twice)
    }
  })
})

/** Returns the fields that the endpoint reads from the query and not from the path. */
const queryFieldsOf = (endpoint: Endpoint) =>
  hasBody(endpoint)
    ? []
    : fieldsOf(endpoint).filter((field) => !endpoint.path.includes(`:${field}`))
const withQuery = [...endpoints].filter(([, endpoint]) => queryFieldsOf(endpoint).length > 0)

test.each(withQuery)(
  '%s accepts each field of its query only once (check 33)',
  async (_, endpoint) => {
    const path = endpoint.path.replace(/:\w+/g, 'x')
    for (const field of queryFieldsOf(endpoint)) {
      await expectRefusal(await ask(endpoint, `${path}?${field}=1&${field}=2`), 422, field)
    }
  },
)

describe('when the body of a login request is invalid', () => {
  const form = 'application/x-www-form-urlencoded'

  test.each([
    ['JSON', '{"username":"ana@example.com","password":"a long walk"}', 'application/json', 415],
    ['a field twice', 'username=a@b.jp&password=a&password=b', form, 422],
    ['a list', 'username[]=a@b.jp&password=a', form, 422],
    ['an unknown field', 'username=a@b.jp&password=a&role=admin', form, 422],
    ['a field named after a prototype', 'username=a@b.jp&password=a&__proto__=b', form, 422],
    ['an empty body', '', form, 422],
    ['a body that is not a form', '{}', form, 422],
    ['bytes that are not text', 'username=%ff%fe&password=%zz', form, 422],
    ['a NUL', 'username=a%00@b.jp&password=a', form, 422],
    ['more than 64 KB', `username=a@b.jp&password=${'a'.repeat(70_000)}`, form, 413],
  ])('the login refuses %s', async (_, body, type, status) => {
    await expectRefusal(await send(login, body, type), status)
  })
})
