import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { connect, openApp } from '#tests/support/app.tsx'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
})

function respondWith(path: string, body: object) {
  network.intercept = (asked) => (asked.split('?')[0] === path ? Response.json(body) : undefined)
}

test('prices in words are shown, and one malformed listing does not break the page', async () => {
  const { token } = await server.addSubscriber()
  const house = { 'Property Type': 'House', createdAt: '2026-11-01T00:00:00' }
  respondWith('/v1/listings', {
    results: [
      { ...house, _id: 'a1', 'Property Location': 'Ine', 'Sale Price': '5.8 million' },
      { ...house, _id: 'b2', 'Property Location': 'Ono', 'Sale Price': '31,500', images: [null] },
      { ...house, _id: 'c3', 'Property Location': 'Oda', 'Sale Price': { yen: 1 }, createdAt: 1 },
      'nonsense',
    ],
    total_count: 4,
    total_pages: 1,
  })
  openApp('/listings', { token })
  const card = (name: string) => screen.findByRole('article', { name })
  within(await card('House in Ine')).getByText('$5,800,000')
  within(await card('House in Ono')).getByText('$31,500')
  const unreadable = within(await card('House in Oda'))
  unreadable.getByText('Price not stated')
  expect(unreadable.queryByText(/added/)).toBeNull()
})

const user = { id: 'ana', name: 'Ana', email: 'ana@example.com', role: 'user' }

test('an end date without a time zone is read as UTC, and an unreadable creation date is unknown', async () => {
  const { token } = await server.addSubscriber()
  const paid = { status: 'cancelled', plan: 'premium', payment_provider: 'stripe' }
  const subscription = { ...paid, ends_at: '2999-01-15T12:00:00', created_at: 'long ago' }
  respondWith('/v1/auth/me', { user, subscription })
  openApp('/subscription/manage', { token })
  await screen.findByText('Will not renew - access ends Jan 15, 2999')
  screen.getByText('Created on N/A')
})

test('an unknown status of a subscription is shown as a plain badge, with no payment and no end date', async () => {
  const { token } = await server.addSubscriber()
  const subscription = { status: 'paused', plan: 'gold', payment_provider: 'stripe', ends_at: null }
  respondWith('/v1/auth/me', { user, subscription })
  const { address } = openApp('/', { token })
  await screen.findByText('Paused')
  expect(address()).toBe('/subscription/manage')
  screen.getByText('Gold')
  expect(screen.queryByText(/expired|renew/i)).toBeNull()
  const main = within(screen.getByRole('main'))
  expect(main.queryByRole('button', { name: /renew|subscribe|cancel/i })).toBeNull()
})
