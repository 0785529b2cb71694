import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Endpoint, hasFields } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

/**
 * These bodies cost far more to parse than to send. `npm run test:endurance` measures their time.
 */

/** The accents are in the wrong order, so normalizing has to sort them. */
const ACCENTS = `a${'\u0315'.repeat(15_000)}${'\u0300'.repeat(15_000)}`

test('no endpoint normalizes a long text in any field, because normalizing many accents is slow (check 36)', async () => {
  const server = await startServer()
  const { token } = await server.addAdmin()
  const normalised = watchNormalise()
  const wrong: string[] = []
  for (const [name, endpoint] of endpoints) {
    if (!hasFields(endpoint)) continue
    for (const field of namesOf(endpoint)) {
      const { status } = await send(server, endpoint, token, [field, ACCENTS])
      const longest = Math.max(0, ...normalised())
      if (status >= 500 || longest > 1000) wrong.push(`${name} ${field}: ${status}, ${longest}`)
    }
  }
  expect(wrong).toEqual([])
})

/**
 * Records the lengths of normalized texts. The returned function returns the lengths since its last
 * call.
 */
function watchNormalise() {
  const spy = vi.spyOn(String.prototype, 'normalize')
  onTestFinished(() => spy.mockRestore())
  return () => spy.mock.contexts.splice(0).map((text) => String(text).length)
}

function send(
  { fetch }: TestServer,
  { method, path, encoding }: Endpoint,
  token: string,
  [name, value]: [string, string],
) {
  const isForm = encoding === 'form'
  return fetch(`/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    body: isForm ? `${name}=${value}` : JSON.stringify({ [name]: value }),
  })
}

function namesOf({ input }: Endpoint) {
  const shapes = input instanceof z.ZodMiniUnion ? input.def.options : [input]
  return shapes.flatMap((shape) =>
    shape instanceof z.ZodMiniObject ? Object.keys(shape.shape) : [],
  )
}
