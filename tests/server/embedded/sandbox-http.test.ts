import { expect, test } from 'vitest'
import { openWebhookEndpoint, stripeErrorOf, testSandbox } from '#tests/support/sandbox.ts'

const DAY_MS = 86_400_000

test('in the payment sandbox, a retry after a lost response gets the same response, and runs nothing twice', async () => {
  const { sandbox, stripe } = await testSandbox()
  const lost = { method: 'POST', path: /^\/v1\/customers$/, when: 'after', times: 1 } as const
  sandbox.faults.push({ ...lost, kind: 'reset' })
  // The connection breaks before the response arrives, so the SDK sends the request again.
  const again = await stripe.customers.create({ email: 'a@example.com' })
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect((await stripe.customers.list()).data).toHaveLength(1)
})

test.each([
  ['500', 'StripeAPIError'],
  ['429', 'StripeRateLimitError'],
] as const)(
  'if a test makes the payment sandbox answer %s instead of running a request, nothing changes',
  async (kind, type) => {
    const { sandbox, stripe } = await testSandbox()
    sandbox.faults.push({ path: /customers/, kind, when: 'before', times: 1 })
    expect(await stripeErrorOf(stripe.customers.create())).toMatchObject({ type })
    expect((await stripe.customers.list()).data).toEqual([])
  },
)

test('a test can make the payment sandbox duplicate, drop and pause the deliveries of events', async () => {
  const { sandbox, customer, stripe } = await testSandbox()
  const endpoint = await openWebhookEndpoint()
  sandbox.deliverTo(endpoint.url, { events: ['customer.created'] })
  sandbox.webhookFaults.duplicate = 2
  sandbox.webhookFaults.pause = true
  await customer()
  await sandbox.settle()
  expect(endpoint.received).toHaveLength(0)
  sandbox.webhookFaults.pause = false
  await sandbox.settle()
  expect(endpoint.received).toHaveLength(3)
  sandbox.webhookFaults.drop = () => true
  await customer()
  await sandbox.settle()
  expect(endpoint.received).toHaveLength(3)
  const { data } = await stripe.events.list({ delivery_success: false })
  expect(data.map(({ type }) => type)).toEqual(['customer.created'])
})

test('the payment sandbox paginates lists, newest first', async () => {
  const { stripe } = await testSandbox()
  const ids: string[] = []
  for (const email of ['a', 'b', 'c', 'd', 'e']) {
    ids.unshift((await stripe.customers.create({ email })).id)
  }
  const first = await stripe.customers.list({ limit: 2 })
  expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true])
  const rest = await stripe.customers.list({ limit: 3, starting_after: ids[1] ?? '' })
  expect([rest.data.map(({ id }) => id), rest.has_more]).toEqual([ids.slice(2), false])
  expect((await stripe.customers.list({ email: 'c' })).data.map(({ id }) => id)).toEqual([ids[2]])
})

test('the payment sandbox lists events by type and time', async () => {
  const { sandbox, stripe, customer, advanceClock } = await testSandbox()
  const { id } = await customer()
  await advanceClock(DAY_MS)
  const since = Math.floor(sandbox.now().getTime() / 1000) - 60
  await stripe.customers.del(id)
  const types = ['customer.created', 'customer.deleted']
  expect((await stripe.events.list({ types })).data).toHaveLength(2)
  const { data } = await stripe.events.list({ types, created: { gte: since } })
  expect(data).toMatchObject([{ type: 'customer.deleted', data: { object: { name: 'Ana' } } }])
  expect((await stripe.events.list({ type: 'customer.created' })).data).toHaveLength(1)
})

test('a request to the payment sandbox can expand fields a few levels deep, and unknown fields are refused', async () => {
  const { stripe, subscriber } = await testSandbox()
  const { subscription, customer } = await subscriber()
  const expanded = await stripe.subscriptions.list({
    customer,
    expand: ['data.customer', 'data.default_payment_method.customer'],
  })
  expect(expanded.data).toMatchObject([
    { customer: { id: customer }, default_payment_method: { customer: { id: customer } } },
  ])
  const expand = (path: string) =>
    stripeErrorOf(stripe.subscriptions.retrieve(subscription.id, { expand: [path] }))
  expect(await expand('a.b.c.d.e')).toMatchObject({ code: 'property_expansion_max_depth' })
  expect(await expand('nothing')).toMatchObject({ status: 400 })
  expect(await expand('status')).toMatchObject({ status: 400 })
})
