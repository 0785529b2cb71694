import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { hostileEvent } from '#tests/support/hostile-events.ts'
import { requestsTo } from '#tests/support/hostile-requests.ts'
import { openRun, scopeOf } from '#tests/support/hostile-run.ts'
import { jpeg } from '#tests/support/pictures.ts'
import { SERIES } from '#tests/support/series.ts'
import {
  CALLERS,
  type CallerName,
  NEIGHBOUR,
  openTargetServer,
} from '#tests/support/target-server.ts'
import { validFields } from '#tests/support/valid-fields.ts'

/**
 * How many requests each unauthorized caller sends to each endpoint. The authorized callers of an
 * endpoint together send about twelve times this number to the endpoint.
 */
const { hostileRuns: RUNS, seed: SEED } = SERIES
/**
 * The timeout that aborts a hanging run, in milliseconds. A request takes 6 ms on a machine without
 * other load.
 */
const TIMEOUT_MS = 7_200_000

const AUTHORIZED: Record<Access, readonly CallerName[]> = {
  public: CALLERS,
  user: ['person', 'partner', 'lapsed', 'subscriber', 'admin'],
  guest: ['partner', 'subscriber', 'admin'],
  subscriber: ['subscriber', 'admin'],
  admin: ['admin'],
}

test.each([...endpoints])(
  'the input schema of the endpoint %s accepts the valid test input',
  async (_, endpoint) => {
    for (const fields of fc.sample(validFields(endpoint, await createTestData()), {
      numRuns: 20,
      seed: SEED,
    })) {
      expect(
        endpoint.input.safeParse(Object.fromEntries(fields)),
        JSON.stringify(fields),
      ).toMatchObject({
        success: true,
      })
    }
  },
)

// Slow: only this test compares every row of the database, for every endpoint and every kind of
// caller.
test(
  'a refused request changes nothing, and an accepted request changes only what it names (checks 23, 28, 31, 33, 36, 56)',
  async () => {
    const target = await openTargetServer()
    const { send, counts } = await openRun(target)
    const problems: string[] = []
    let pairs = 0
    for (const [name, endpoint] of endpoints) {
      for (const caller of CALLERS) {
        const testData = await createTestData(caller, target.importId)
        const requests = requestsTo(endpoint, target.tokens[caller], testData)
        pairs += 1
        const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) =>
          fc.sample(arbitrary, { numRuns, seed: SEED + pairs })
        const share = AUTHORIZED[endpoint.access].includes(caller)
          ? Math.ceil((12 * RUNS) / AUTHORIZED[endpoint.access].length)
          : RUNS
        const all = [
          ...sample(requests.valid, Math.ceil(share / 3)),
          ...sample(requests.hostile, Math.ceil((share * 2) / 3)),
          ...requests.polyglot.flatMap((one) => (share > RUNS ? sample(one, 1) : [])),
        ]
        for (const request of all) {
          const reached = endpointAt(endpoint.path, request.method) ?? name
          const { access } = endpoints.get(reached) ?? endpoint
          const scope = scopeOf(reached, caller, request)
          const isAuthorized = AUTHORIZED[access].includes(caller)
          problems.push(...(await send({ ...scope, isAuthorized }, request)))
        }
      }
    }
    console.info(`SEED=${SEED}, ${pairs} pairs of endpoint and caller,`, counts)
    expect(problems).toEqual([])
    // Enough requests must pass authentication and validation. Otherwise, the run would test almost
    // only authentication and validation.
    expect(counts.authorized / counts.requests).toBeGreaterThan(0.7)
    expect(counts.valid / counts.requests).toBeGreaterThan(0.3)
    expect(counts.accepted / counts.requests).toBeGreaterThan(0.2)
  },
  TIMEOUT_MS,
)

test(
  'a webhook event changes only the customer that it names, and only if Stripe signed it (checks 28, 52)',
  async () => {
    const target = await openTargetServer()
    const { send, counts } = await openRun(target)
    const { webhookSecrets } = target.server.services.payments.settings
    const customer = await target.customerOf(NEIGHBOUR)
    const events = hostileEvent(customer, webhookSecrets[0] ?? '')
    const problems: string[] = []
    for (const { request, ...event } of fc.sample(events, { numRuns: RUNS * 40, seed: SEED })) {
      const scope = scopeOf(event.isOfStripe ? 'webhook' : 'forged', 'visitor', request)
      const person = event.isOfStripe ? await target.personOf(event.customer) : null
      const targets = person === null ? [] : [person]
      problems.push(...(await send({ ...scope, canChangeTargets: true, targets }, request)))
    }
    console.info(`SEED=${SEED}, webhook,`, counts)
    expect(problems).toEqual([])
    expect(counts.accepted / counts.requests).toBeGreaterThan(0.3)
  },
  TIMEOUT_MS,
)

/**
 * Returns the name of the endpoint with this path and method. A hostile request can have the method
 * of another endpoint. Then this other endpoint handles the request.
 */
function endpointAt(path: Endpoint['path'], method: string) {
  const found = [...endpoints].find(([, one]) => one.path === path && one.method === method)
  return found?.[0]
}

async function createTestData(caller: CallerName = 'visitor', importId = 'import-1') {
  const good = await jpeg(64, 48)
  const drawing = Buffer.from('<svg onload="alert(1)"/>')
  const contents = [good, good, good.subarray(0, 300), drawing, Buffer.of()]
  const pictures = contents.map(
    (content) => new File([new Uint8Array(content)], '../../x.php', { type: 'image/png' }),
  )
  return { caller, importId, pictures }
}
