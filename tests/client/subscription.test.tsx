import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { paymentsQuery } from '#client/data/payments.ts'
import { updateSubscription } from '#contract/users.ts'
import { paidInvoices } from '#server/db/schema.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { enterCard } from '#tests/support/card-form.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

const FUTURE = new Date('2099-12-09T12:00:00Z')
const PAST = new Date('2025-12-09T12:00:00Z')
const CREATED = new Date('2025-11-09T12:00:00Z')

let server: TestServer
let network: ReturnType<typeof connect>

beforeEach(async () => {
  server = await startServer()
  // The app uses the later of its own clock and the server's clock, so set the server's clock to
  // the device's time.
  server.setNow(new Date().toISOString())
  network = connect(server)
})

type Terms = NonNullable<Parameters<TestServer['addSubscriber']>[0]>

async function manage(terms: Terms) {
  const ana = await server.addSubscriber({
    paymentProvider: 'stripe',
    createdAt: CREATED,
    ...terms,
  })
  const app = openApp('/subscription/manage', ana)
  await screen.findByRole('region', { name: 'Subscription Details' })
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  return { ...app, ana }
}

/** The values of the card "Subscription Details", by label. */
function details() {
  const card = within(screen.getByRole('region', { name: 'Subscription Details' }))
  return Object.fromEntries(
    card.getAllByRole('term').map((term) => [
      term.textContent,
      // The value is the text of the element that follows the label.
      term.nextElementSibling?.textContent?.trim(),
    ]),
  )
}

/** The lines of the card "Subscription History". */
function history() {
  const card = within(screen.getByRole('region', { name: 'Subscription History' }))
  return card
    .getAllByRole('listitem')
    .flatMap((item) => [...item.children].map((line) => line.textContent))
}

const actions = () =>
  within(screen.getByRole('region', { name: 'Subscription Details' }))
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)

const EXPIRED =
  'Your subscription has expired. Please renew to continue accessing premium features.'

test('an administrator reads that no subscription is needed', async () => {
  openApp('/subscription/manage', await server.addAdmin())
  await screen.findByRole('heading', { name: 'Admin Account' })
  expect(screen.getByRole('link', { name: 'View Listings' }).getAttribute('href')).toBe('/listings')
  expect(screen.queryByText('No Subscription Found')).toBeNull()
})

test('a person without a subscription sees the benefits and the price of a subscription, and what the catalogue holds', async () => {
  await server.addListing({ asOf: '2025-03-31' })
  openApp('/subscription/manage', await server.addUser())
  await screen.findByRole('heading', { name: 'No Subscription Found' })
  const plan = within(screen.getByRole('region', { name: 'Premium Access' }))
  // Below a benefit stands what the catalogue holds of it.
  await plan.findByText('1 house, as listed in March 2025.')
  expect(
    plan.getAllByRole('listitem').map((item) => item.querySelector('span')?.textContent),
  ).toEqual([
    'Access to all listings',
    'High-quality property images',
    'Detailed property information',
    'Cancel anytime',
  ])
  plan.getByText('No house has photos.')
  plan.getByRole('button', { name: 'Subscribe Now - $20/month' })
})

test('the page that asks for a subscription offers to manage it and to subscribe, and Subscribe opens the card form', async () => {
  await server.addListing({ asOf: '2025-03-31' })
  const { person, address } = openApp('/listings', await server.addUser())
  await screen.findByRole('heading', { name: 'Premium Subscription Required' })
  await screen.findByText('1 house, as listed in March 2025.')
  const manage = screen.getByRole('link', { name: 'Manage Subscription' })
  expect(manage.getAttribute('href')).toBe('/subscription/manage')
  await person.click(screen.getByRole('link', { name: 'Subscribe' }))
  await screen.findByRole('heading', { name: 'Complete Your Subscription' })
  expect(address()).toBe('/subscription/manage')
})

test('the page that asks for a subscription offers to renew one that has ended', async () => {
  openApp('/listings', await server.addSubscriber({ status: 'expired', endsAt: PAST }))
  await screen.findByRole('heading', { name: 'Premium Subscription Required' })
  const renew = screen.getByRole('link', { name: 'Renew Subscription' })
  expect(renew.getAttribute('href')).toBe('/subscription/renew')
  expect(screen.queryByRole('link', { name: 'Subscribe' })).toBeNull()
})

test('after paying, the page welcomes the person with the number of houses, offers them first, and offers cancelling last', async () => {
  await server.addListing()
  await server.addListing()
  const { person } = openApp('/subscription/manage', await server.addUser())
  await person.click(await screen.findByRole('button', { name: 'Subscribe Now - $20/month' }))
  await enterCard(person, '4242424242424242')
  await person.click(screen.getByRole('button', { name: 'Subscribe $20/month' }))
  await screen.findByText('Subscription activated successfully!')
  const welcome = within(await screen.findByRole('region', { name: 'Welcome: 2 houses' }))
  expect(welcome.getByRole('link', { name: 'View Listings' }).getAttribute('href')).toBe(
    '/listings',
  )
  const actions = [...screen.getByRole('main').querySelectorAll('a, button')].map(
    ({ textContent }) => textContent,
  )
  expect([actions[0], actions.at(-1)]).toEqual(['View Listings', 'Cancel Subscription'])

  await person.click(screen.getByRole('button', { name: 'Cancel Subscription' }))
  await person.click(await screen.findByRole('button', { name: /^Cancel as of/ }))
  await screen.findByText('Subscription cancelled successfully')
  expect(screen.queryByText(/^Welcome/)).toBeNull()
})

test.each([
  ['status Inactive', { status: 'inactive' }],
  ['plan Premium', { plan: 'premium' }],
] as const)(
  'if an administrator sets only the %s of a person without a subscription, the person still has no subscription',
  async (_, to) => {
    const ana = await server.addUser()
    await server.call(await server.addAdmin(), updateSubscription, { id: ana.id, ...to })
    const { address } = openApp('/', ana)
    await waitFor(() => expect(address()).toBe('/register'))
    openApp('/subscription/manage', ana)
    await screen.findByRole('heading', { name: 'No Subscription Found' })
    expect(screen.queryByText(EXPIRED)).toBeNull()
    expect(screen.queryByText(/^Created on/)).toBeNull()
  },
)

test('an active subscription shows its next charge', async () => {
  await manage({ endsAt: FUTURE })
  expect(details()).toEqual({
    Status: 'Active',
    Plan: 'Premium ($20/month)',
    'Payment Method': 'Stripe',
    'Next Billing Date': 'Dec 09, 2099',
  })
  expect(history()).toEqual([
    'Monthly subscription: $20/month',
    'Created on Nov 09, 2025',
    'Automatic renewal: Enabled',
    'Can cancel anytime',
  ])
  expect(actions()).toEqual(['Cancel Subscription'])
})

test('the subscription history shows each payment with its date, and its refund', async () => {
  const { ana, queryClient } = await manage({ endsAt: FUTURE })
  const bea = await server.addUser()
  expect(screen.queryByRole('heading', { name: 'Payments' })).toBeNull()
  const paid = (id: string, day: string, refundedCents = 0, userId = ana.id) => ({
    id,
    userId,
    amountCents: 2000,
    refundedCents,
    paidAt: new Date(`${day}T12:00:00Z`),
  })
  await server.services.db
    .insert(paidInvoices)
    .values([
      paid('in_1', '2026-09-23', 2000),
      paid('in_2', '2026-10-23', 500),
      paid('in_3', '2026-11-23'),
      paid('in_4', '2026-11-22', 0, bea.id),
    ])
  await queryClient.invalidateQueries(paymentsQuery)
  await screen.findByRole('heading', { name: 'Payments' })
  expect(screen.getAllByText(/^US.* · /).map(({ textContent }) => textContent)).toEqual([
    'US$20.00\u00a0· Nov 23, 2026',
    'US$20.00\u00a0· Oct 23, 2026\u00a0· US$5.00 refunded',
    'US$20.00\u00a0· Sep 23, 2026\u00a0· Refunded',
  ])
})

test.each([
  ['visa', '4242', 'Visa •••• 4242'],
  ['amex', '0005', 'American Express •••• 0005'],
  ['starlight', '1234', 'Starlight •••• 1234'],
])(
  'a card of the brand %s with the last digits %s is shown as: %s',
  async (cardBrand, cardLast4, shown) => {
    await manage({ endsAt: FUTURE, cardBrand, cardLast4 })
    expect(details()['Payment Method']).toBe(shown)
  },
)

test('a cancelled subscription shows its end date, and two ways to continue', async () => {
  await manage({ status: 'cancelled', endsAt: FUTURE })
  expect(details()).toMatchObject({ Status: 'Cancelled', 'Access Ends': 'Dec 09, 2099' })
  expect(history()).toContain('Automatic renewal: Disabled')
  expect(history()).toContain('Will not renew - access ends Dec 09, 2099')
  expect(actions()).toEqual(['Reactivate Subscription', 'Renew Before Dec 09'])
  screen.getByText(/^Your subscription is cancelled\./)
  screen.getByText(
    /^If you reactivate or renew: Nothing is charged today\. US\$20\.00 is charged on Dec 09, 2099/,
  )
})

test.each([
  ['Expired', { status: 'expired', endsAt: PAST }],
  ['Cancelled', { status: 'cancelled', endsAt: PAST }],
  ['Inactive', { status: 'inactive', endsAt: PAST, stripeSubscriptionId: 'sub_ended' }],
] as const)(
  'a subscription with status %s whose end has passed can be renewed',
  async (status, terms) => {
    await manage(terms)
    screen.getByText(EXPIRED)
    expect(details()).toMatchObject({ Status: status, 'Access Ends': 'Dec 09, 2025' })
    expect(history()).toContain('Will not renew - access ends Dec 09, 2025')
    expect(actions()).toEqual(['Renew Subscription'])
  },
)

test('after a failed renewal, the page shows when access ends unless the person pays', async () => {
  await manage({ endsAt: FUTURE, stripeStatus: 'past_due' })
  screen.getByText(/^Your last payment did not go through\./)
  expect(details()).toMatchObject({ Status: 'Payment failed', 'Access Ends': 'Dec 09, 2099' })
  screen.getByText(/^If you pay: US\$20\.00 is charged now, for the new month/)
  expect(actions()).toEqual(['Pay Now', 'Cancel Subscription'])
})

test('an active subscription past its end date is expired, can be renewed or cancelled, and keeps its access until the result of its renewal is known', async () => {
  const due = {
    endsAt: PAST,
    stripeSubscriptionId: 'sub_due',
    // The server sent a request to Stripe less than a minute ago and got no response, so the server
    // does not retry yet.
    syncedAt: server.services.now(),
  }
  const { ana } = await manage(due)
  screen.getByText(EXPIRED)
  screen.getByText(/^We are still asking whether your subscription was renewed\./)
  expect(details()).toMatchObject({ Status: 'Expired', 'Access Ends': 'Dec 09, 2025' })
  expect(history()).toContain('Automatic renewal: Enabled')
  expect(actions()).toEqual(['Renew Subscription', 'Cancel Subscription'])
  const { address } = openApp('/', ana)
  await screen.findByRole('heading', { name: 'All Listings' })
  expect(address()).toBe('/listings')
})

test('complimentary access shows no price and no billing date', async () => {
  await manage({ paymentProvider: 'manual' })
  expect(details()).toEqual({
    Status: 'Active',
    Plan: 'Premium',
    'Payment Method': 'Complimentary access',
  })
  expect(history()).toEqual([
    'Access given by an administrator',
    'Created on Nov 09, 2025',
    'Automatic renewal: Disabled',
    'Has no end date',
  ])
  expect(actions()).toEqual(['Cancel Subscription'])
})

test('complimentary access with an end date ends automatically', async () => {
  await manage({ paymentProvider: 'manual', endsAt: FUTURE })
  expect(details()).toMatchObject({ 'Access Ends': 'Dec 09, 2099' })
  expect(actions()).toEqual([])
})

test('cancelling a subscription asks for confirmation, which the person can decline', async () => {
  const { person } = await manage({ endsAt: FUTURE })
  await person.click(screen.getByRole('button', { name: 'Cancel Subscription' }))
  const question = screen.getByRole('group', { name: 'Cancel your subscription?' })
  expect(document.activeElement).toBe(question)
  within(question).getByRole('button', { name: 'Cancel as of Dec 09, 2099' })

  await person.keyboard('{Escape}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel Subscription' }))
  await person.click(screen.getByRole('button', { name: 'Cancel Subscription' }))
  await person.click(screen.getByRole('button', { name: 'Keep Subscription' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel Subscription' }))
  expect(details().Status).toBe('Active')
})

test('offline, the subscription page shows the saved state with its time, and says that changes need a connection', async () => {
  const { person } = await manage({ status: 'cancelled', endsAt: FUTURE })
  network.disconnect()
  await screen.findByText(/what was saved at \d\d:\d\d\..*need a connection/)
  const reactivate = screen.getByRole('button', { name: 'Reactivate Subscription' })
  expect(reactivate.getAttribute('aria-disabled')).toBe('true')
  await person.click(screen.getByRole('button', { name: /Renew Before/ }))
  expect(screen.queryByText('Complete Your Subscription')).toBeNull()

  network.reconnect()
  await waitFor(() => expect(reactivate.getAttribute('aria-disabled')).toBe('false'))
  expect(screen.queryByText(/need a connection/)).toBeNull()
})

test('when the server fails, the subscription page keeps the known state, and shows an error with Try Again', async () => {
  const { person, queryClient } = await manage({ endsAt: FUTURE })
  network.intercept = (path) =>
    path === '/v1/auth/me' ? Response.json({ detail: 'Out of order' }, { status: 500 }) : undefined
  void queryClient.refetchQueries({ queryKey: ['account'] })
  await screen.findByText(/^Failed to load subscription information/)
  expect(details().Status).toBe('Active')

  network.intercept = () => undefined
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(screen.queryByText(/^Failed to load/)).toBeNull())
})

test('the page shows a server failure before the retries are over', async () => {
  const { queryClient } = await manage({ endsAt: FUTURE })
  let requests = 0
  network.intercept = (path) => {
    if (path !== '/v1/auth/me') return undefined
    requests += 1
    return Response.json({ detail: 'Out of order' }, { status: 500 })
  }
  // Let every retry hang. If the page waited for the retries to end, it would never show the
  // failure.
  network.hold = async (path) => {
    if (path === '/v1/auth/me' && requests > 1) await new Promise(() => {})
  }
  void queryClient.refetchQueries({ queryKey: ['account'] })
  await screen.findByText(/^Failed to load subscription information/)
})

test('when a subscription ends while the page is open, the page updates immediately', async () => {
  // The subscription ends in two seconds. The page opens faster, so it is open when the
  // subscription ends.
  await manage({ status: 'cancelled', endsAt: new Date(Date.now() + 2_000) })
  await screen.findByText(EXPIRED)
  expect(actions()).toEqual(['Renew Subscription'])
})

test('the renewal page explains why access ended, what is kept and what a renewal costs', async () => {
  const ana = await server.addSubscriber({
    status: 'expired',
    endsAt: PAST,
    paymentProvider: 'stripe',
    stripeStatus: 'past_due',
  })
  openApp('/', ana)
  await screen.findByRole('heading', { name: 'Renew Subscription' })
  await screen.findByText(EXPIRED)
  screen.getByText(/^Your last payment did not go through, and your access ended on/)
  const kept = within(screen.getByRole('region', { name: 'Kept for you' }))
  await kept.findByText(`Your account, ${ana.email}`)
  screen.getByRole('region', { name: 'Premium Access' })
  screen.getByRole('heading', { name: 'Complete Your Subscription' })
})
