import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { connect, openApp } from '#tests/support/app.tsx'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
})

const PLAN = {
  name: 'premium',
  price_cents: 2450,
  currency: 'usd',
  interval: 'month',
  benefits: ['Access to all listings', 'A map of the stars'],
}

const requestsPlan = (path: string) => path === '/v1/auth/subscription-plan'

const PAGES: [string, string, () => Promise<{ token?: string }>][] = [
  ['the free preview', '/free-preview', async () => ({})],
  ['the page in place of listings', '/listings', () => server.addUser()],
  ['somebody without a subscription', '/subscription/manage', () => server.addUser()],
  [
    'somebody whose subscription has ended',
    '/subscription/renew',
    () => server.addSubscriber({ status: 'expired', endsAt: new Date('2025-12-09') }),
  ],
]

test.each(PAGES)('%s shows the subscription plan that the server offers', async (_, path, add) => {
  network.intercept = (asked) => (requestsPlan(asked) ? Response.json(PLAN) : undefined)
  openApp(path, await add())
  const plan = within(await screen.findByRole('region', { name: 'Premium Access' }))
  await plan.findByText('A map of the stars')
  expect((await plan.findByText('$24.50')).parentElement?.textContent).toBe('$24.50/month')
  expect(plan.getAllByRole('listitem')).toHaveLength(2)
})

test('a subscription is shown at the price that the server offers', async () => {
  network.intercept = (asked) => (requestsPlan(asked) ? Response.json(PLAN) : undefined)
  const ana = await server.addSubscriber({
    paymentProvider: 'stripe',
    endsAt: new Date('2099-01-01'),
  })
  openApp('/subscription/manage', ana)
  await screen.findByText('($24.50/month)')
  screen.getByText('Monthly subscription: $24.50/month')
})

test('the app shows its built-in price of a subscription immediately, and keeps it if the server does not respond', async () => {
  network.intercept = (asked) => {
    if (requestsPlan(asked)) throw new TypeError('Failed to fetch')
    return undefined
  }
  const { queryClient } = openApp('/free-preview')
  const plan = within(await screen.findByRole('region', { name: 'Premium Access' }))
  plan.getByText('$20')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  plan.getByText('$20')
})
