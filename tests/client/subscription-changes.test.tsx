import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { format } from 'date-fns/format'
import { beforeEach, expect, test } from 'vitest'
import { searchListings } from '#contract/listings.ts'
import { cancelSubscription, reactivateSubscription } from '#contract/payments.ts'
import { updateSubscription } from '#contract/users.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { payWith } from '#tests/support/card-form.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let line: ReturnType<typeof connect>
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServer()
  // Where the two disagree, the later time counts for the page.
  server.setNow(new Date().toISOString())
  line = connect(server)
  payments = paymentsOf(server)
})

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const badge = () => screen.getByText('Status').nextElementSibling?.textContent

function manage({ token }: { token: string }) {
  return openApp('/subscription/manage', { token }).person
}

async function cancel(person: UserEvent) {
  await person.click(await button('Cancel Subscription'))
  await person.click(await button(/^Cancel as of/))
}

test('who subscribes is told so, has the focus on it, and finds the listings open', async () => {
  await server.addListing({ propertyType: 'House', location: 'Ine' })
  const ana = await server.addUser()
  const person = manage(ana)
  await person.click(await button('Subscribe Now - $20/month'))
  await payWith(person, '4242424242424242')

  const news = await screen.findByText('Subscription activated successfully!')
  expect(document.activeElement?.contains(news)).toBe(true)
  expect(screen.queryByText('Complete Your Subscription')).toBeNull()
  expect(badge()).toBe('Active')
  expect((await server.call(ana, searchListings, {})).status).toBe(200)
  await person.click(screen.getByRole('link', { name: 'All Listings' }))
  await screen.findByRole('article', { name: 'House in Ine' })
})

test('whoever thinks better of paying is back where they were', async () => {
  const person = manage(await server.addUser())
  await person.click(await button('Subscribe Now - $20/month'))
  await screen.findByRole('textbox', { name: /card number/ })
  await person.click(await button('Cancel'))
  expect(document.activeElement).toBe(await button('Subscribe Now - $20/month'))
})

test('a subscription is cancelled by the second click, and taken up again by one', async () => {
  const ana = await payments.addPayer()
  const person = manage(ana)
  await person.click(await button('Cancel Subscription'))
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active' })
  await person.click(await button(/^Cancel as of/))
  const cancelled = await screen.findByText('Subscription cancelled successfully')
  expect(document.activeElement?.contains(cancelled)).toBe(true)
  expect(badge()).toBe('Cancelled')
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'cancelled' })

  await person.click(await button('Reactivate Subscription'))
  await screen.findByText('Subscription reactivated successfully!')
  expect(badge()).toBe('Active')
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active' })
})

test('another card takes up again what was cancelled, and is not charged today', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  const person = manage(ana)
  await person.click(await button(/^Renew Before/))
  await screen.findByText(/^Nothing is charged today\. \$20 is charged on/)
  await payWith(person, '5555555555554444')
  await screen.findByText('Subscription activated successfully!')
  expect(badge()).toBe('Active')
  expect(await payments.paymentsBy(ana)).toBe(1)
})

test('a renewal that failed is made good with another card', async () => {
  const ana = await payments.addDebtor()
  const person = manage(ana)
  await screen.findByText(/^Your last payment did not go through\./)
  await person.click(await button('Pay Now'))
  await screen.findByText(/^\$20 is charged now, for the month that has begun/)
  await payWith(person, '4242424242424242')
  await screen.findByText('Subscription activated successfully!')
  expect(screen.queryByText(/did not go through/)).toBeNull()
  expect(await payments.paymentsBy(ana)).toBe(2)
})

test('cancelled while a payment is owed, it ends at once, which is said before', async () => {
  const ana = await payments.addDebtor()
  const person = manage(ana)
  await person.click(await button('Cancel Subscription'))
  screen.getByText(/^Listings close at once/)
  await person.click(await button('Cancel Now'))
  await screen.findByText('Subscription cancelled successfully')
  expect(badge()).toBe('Expired')
  expect(await payments.liveOf(ana)).toEqual([])
})

test('what is owed after access has ended can be cancelled, so that it is not charged late', async () => {
  const ana = await payments.addDebtor()
  await server.advance('4 days')
  const debtor = await payments.signIn(ana)
  const person = manage(debtor)
  await screen.findByText(/Your card may be tried again, unless you cancel\.$/)
  await button('Renew Subscription')
  screen.getByText('Automatic renewal: Enabled')
  await person.click(await button('Cancel Subscription'))
  await person.click(await button('Cancel Now'))
  await screen.findByText('Subscription cancelled successfully')
  expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull()
  screen.getByText('Automatic renewal: Disabled')
  expect(await payments.liveOf(ana)).toEqual([])
})

test('access that was given is cancelled to the day that was named, and can be taken back', async () => {
  const ana = await server.addSubscriber()
  const person = manage(ana)
  await person.click(await button('Cancel Subscription'))
  const { textContent: named } = await button(/^Cancel as of/)
  await person.click(await button(/^Cancel as of/))
  await screen.findByText('Subscription cancelled successfully')
  const { ends_at } = (await payments.subscriptionOf(ana)) ?? {}
  expect(named).toBe(`Cancel as of ${format(ends_at ?? 0, 'MMM dd, yyyy')}`)

  await person.click(await button('Reactivate Subscription'))
  await screen.findByText('Subscription reactivated successfully!')
})

test('what has changed elsewhere meanwhile is refused in words, and shown as it is', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  const person = manage(ana)
  await button('Reactivate Subscription')
  await server.call(await server.addAdmin(), updateSubscription, { id: ana.id, status: 'inactive' })
  await person.click(await button('Reactivate Subscription'))
  await screen.findByText('This subscription can no longer be reactivated. Please renew it.')
  await button('Renew Subscription')
  expect(badge()).toBe('Inactive')
})

test('taken up again in two tabs, it goes on', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  const person = manage(ana)
  await button('Reactivate Subscription')
  await payments.reactivate(ana)
  await person.click(await button('Reactivate Subscription'))
  await screen.findByText('Subscription reactivated successfully!')
})

test.each([
  ['cancel', cancelSubscription.path, 'Cancelled'],
  ['reactivate', reactivateSubscription.path, 'Active'],
] as const)(
  'when the answer to %s is lost, what came of it is shown',
  async (change, path, status) => {
    const ana = await payments.addPayer()
    if (change === 'reactivate') await payments.cancel(ana)
    const person = manage(ana)
    const act = change === 'cancel' ? await button('Cancel Subscription') : null
    line.loseNext(path)
    if (act) await cancel(person)
    else await person.click(await button('Reactivate Subscription'))
    await screen.findByText(/^The server could not be reached/)
    await waitFor(() => expect(badge()).toBe(status))
  },
)

test('when Stripe does not answer, nothing has changed and it can be tried again', async () => {
  const ana = await payments.addPayer()
  const heal = payments.fail({ path: /^\/v1\/subscriptions/, kind: '500', when: 'before' })
  const person = manage(ana)
  await cancel(person)
  await screen.findByText(/not answering/)
  expect(badge()).toBe('Active')
  heal()
  await person.click(await button(/^Cancel as of/))
  await screen.findByText('Subscription cancelled successfully')
})

test('renewing leads on to the listings, which say so', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  await server.advance('31 days')
  const app = openApp('/', await payments.signIn(ana))
  await screen.findByRole('heading', { name: 'Renew Subscription' })
  await payWith(app.person, '4242424242424242')
  await screen.findByText('Subscription activated successfully!')
  await screen.findByRole('heading', { name: 'All Listings' })
  expect(app.address()).toBe('/listings')
  expect(await payments.paymentsBy(ana)).toBe(2)
})

test('what another tab has renewed opens here too', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  await server.advance('31 days')
  const app = openApp('/subscription/renew', await payments.signIn(ana))
  await screen.findByRole('heading', { name: 'Renew Subscription' })
  await payments.renew(ana)
  // As the browser does when somebody comes back to a window.
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await waitFor(() => expect(app.address()).toBe('/listings'))
})
