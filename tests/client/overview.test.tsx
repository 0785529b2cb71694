import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { paidInvoices, subscriptionChanges } from '#server/db/schema.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let haruka: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  server.setNow('2026-03-15T12:00:00Z')
  haruka = await server.addAdmin({ createdAt: new Date('2025-12-01T00:00:00Z') })
})

async function openOverview() {
  const app = openApp('/admin/dashboard/overview', haruka)
  await screen.findByRole('heading', { name: 'Overview' })
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  return app
}

/** The value and note of each figure, by label. */
function figures() {
  const terms = screen.getAllByRole('term')
  return Object.fromEntries(
    terms.map((term) => [
      term.textContent,
      [term.nextElementSibling?.textContent, term.parentElement?.lastElementChild?.textContent],
    ]),
  )
}

const rowsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))

/** The lengths of a region's bars in per cent. */
const barsOf = (region: string) =>
  [...screen.getByRole('region', { name: region }).querySelectorAll('svg > :first-child')].map(
    (bar) => bar.getAttribute('width'),
  )

test('the overview shows administrators the figures of the site', async () => {
  const at = new Date('2026-02-01T00:00:00Z')
  const thisMonth = new Date('2026-03-02T00:00:00Z')
  await server.addSubscriber({ paymentProvider: 'stripe', user: { createdAt: thisMonth } })
  await server.addSubscriber({ user: { createdAt: at } })
  await server.addListing({ prefecture: 'nagano' })
  await server.addListing({ prefecture: 'nagano', hiddenAt: at })
  await server.services.db.insert(paidInvoices).values([
    { id: 'in_1', amountCents: 1_234_550, paidAt: at },
    { id: 'in_2', amountCents: 2000, paidAt: thisMonth },
  ])
  const stripe = { paymentProvider: 'stripe' } as const
  await server.services.db.insert(subscriptionChanges).values([
    { ...stripe, kind: 'started', at },
    { ...stripe, kind: 'ended', at: thisMonth },
  ])
  await openOverview()
  screen.getByText('As of Mar 15, 2026, 12:00. Days and months are in UTC.')
  expect(figures()).toEqual({
    Users: ['3', '1 new this month'],
    'Active subscriptions': ['2', '1 paid by card, 1 complimentary'],
    Cancelled: ['0', 'with time left'],
    'Payment failed': ['0', 'at the last renewal'],
    'Revenue this month': ['$20', '$12,345.50 in Feb'],
    'New and lost subscriptions this month': ['0 / −1', '+1 / 0 in Feb'],
    Favorites: ['0', 'of 0 people'],
    Notes: ['0', 'of 0 people'],
    'Own photos': ['0', 'of 0 people, 0 MB'],
    Listings: ['1', '0 withdrawn, 1 hidden'],
  })
  expect(rowsOf('Revenue by month').slice(-3)).toEqual([
    ['Jan 2026', '$0'],
    ['Feb 2026', '$12,345.50'],
    ['Mar 2026', '$20'],
  ])
  expect(rowsOf('New and lost subscriptions by month').slice(-2)).toEqual([
    ['Feb 2026', '+1', '0'],
    ['Mar 2026', '0', '−1'],
  ])
  screen.getByText('Only subscriptions paid by card, counted since Feb 1, 2026.')
})

test('the bars of the overview are proportional to their values, and the longest fills the width', async () => {
  for (const [prefecture, count] of [
    ['chiba', 2],
    ['nagano', 4],
  ] as const) {
    for (let added = 0; added < count; added++) await server.addListing({ prefecture })
  }
  await openOverview()
  expect(barsOf('Listings by prefecture').slice(0, 3)).toEqual(['100', '50', '0'])
  const [first, second] = within(screen.getByRole('region', { name: 'Listings by prefecture' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect([first, second]).toEqual(['Nagano4', 'Chiba2'])
})

test('the overview of a new site shows zeros', async () => {
  await openOverview()
  expect(figures()).toMatchObject({
    Users: ['1', '0 new this month'],
    'Revenue this month': ['$0', '$0 in Feb'],
    'New and lost subscriptions this month': ['0 / 0', '0 / 0 in Feb'],
  })
  expect(rowsOf('Revenue by month')).toHaveLength(12)
  for (const region of [
    'Revenue by month',
    'New and lost subscriptions by month',
    'Listings by prefecture',
  ]) {
    expect(new Set(barsOf(region))).toEqual(new Set(['0']))
  }
  screen.getByText('Nothing has been imported yet.')
  screen.getByText('Only subscriptions paid by card.')
})

test('every source is listed with its last import', async () => {
  await server.addListing({ source: 'nagano-bank' })
  await openOverview()
  const [[source, , listings] = []] = rowsOf('Last import of every source')
  expect([source, listings]).toEqual(['nagano-bank', '1'])
})

test('each prefecture of the overview links to its houses', async () => {
  const { person, address } = await openOverview()
  await person.click(screen.getByRole('link', { name: 'Nagano' }))
  await waitFor(() => expect(address()).toBe('/listings?prefecture=nagano'))
})

test('an overview that failed to load can be loaded again', async () => {
  network.intercept = (path) =>
    path === '/v1/overview' ? Response.json({ detail: '' }, { status: 500 }) : undefined
  const { person } = await openOverview()
  await screen.findByText('The overview could not be loaded')
  network.reconnect()
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByRole('table', { name: 'Revenue by month' })
})

test('offline, the overview keeps the loaded figures, and says that newer data needs a connection', async () => {
  await openOverview()
  network.disconnect()
  await screen.findByText(/Newer data needs a connection/)
  screen.getByRole('table', { name: 'Revenue by month' })
})
