import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { format } from 'date-fns/format'
import { beforeEach, expect, test } from 'vitest'
import { getAccount } from '#contract/account.ts'
import { searchListings } from '#contract/listings.ts'
import {
  cancelSubscription,
  createSubscription,
  reactivateSubscription,
  renewSubscription,
} from '#contract/payments.ts'
import { updateSubscription } from '#contract/users.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { payWith } from '#tests/support/card-form.ts'
import { paymentsOf } from '#tests/support/payments.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>
let payments: ReturnType<typeof paymentsOf>

beforeEach(async () => {
  server = await startServer()
  // The app uses the later of its own clock and the server's clock, so set the server's clock to
  // the device's time.
  server.setNow(new Date().toISOString())
  network = connect(server)
  payments = paymentsOf(server)
})

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const badge = () => screen.getByText('Status').nextElementSibling?.textContent

function openSubscription({ token }: { token: string }) {
  return openApp('/subscription/manage', { token }).person
}

/**
 * Drops the responses of `path`, as a broken connection would. Also holds the account's responses
 * until the test calls `release`.
 */
function dropResponses(path: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  network.hold = async (asked) => {
    if (asked.endsWith(path)) throw new TypeError('Failed to fetch')
    if (asked.endsWith(getAccount.path)) await released
  }
  return { release }
}

async function cancel(person: UserEvent) {
  await person.click(await button('Cancel Subscription'))
  await person.click(await button(/^Cancel as of/))
}

test('after subscribing, the page focuses a success message, and the person can open the listings', async () => {
  await server.addListing({ propertyType: 'House', location: 'Ine' })
  const ana = await server.addUser()
  const person = openSubscription(ana)
  await person.click(await button('Subscribe Now - $20/month'))
  await payWith(person, '4242424242424242')

  const message = await screen.findByText('Subscription activated successfully!')
  expect(document.activeElement?.contains(message)).toBe(true)
  expect(screen.queryByText('Complete Your Subscription')).toBeNull()
  expect(badge()).toBe('Active')
  expect((await server.call(ana, searchListings, {})).status).toBe(200)
  await person.click(screen.getByRole('link', { name: 'All Listings' }))
  await screen.findByRole('article', { name: 'House in Ine' })
})

test('cancelling the payment form returns to the previous page', async () => {
  const person = openSubscription(await server.addUser())
  await person.click(await button('Subscribe Now - $20/month'))
  await screen.findByRole('textbox', { name: /card number/ })
  await person.click(await button('Cancel'))
  expect(document.activeElement).toBe(await button('Subscribe Now - $20/month'))
})

test('cancelling a subscription takes two clicks, and resuming it takes one click', async () => {
  const ana = await payments.addPayer()
  const person = openSubscription(ana)
  await person.click(await button('Cancel Subscription'))
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active' })
  await person.click(await button(/^Cancel as of/))
  const cancelled = await screen.findByText('Subscription cancelled successfully')
  expect(document.activeElement?.contains(cancelled)).toBe(true)
  screen.getByText(/^Your subscription is cancelled\. Every listing stays open to you/)
  expect(badge()).toBe('Cancelled')
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'cancelled' })

  await person.click(await button('Reactivate Subscription'))
  await screen.findByText('Subscription reactivated successfully!')
  expect(badge()).toBe('Active')
  expect(await payments.subscriptionOf(ana)).toMatchObject({ status: 'active' })
})

test('if the account does not arrive after a cancellation, the page reports the cancellation and does not wait', async () => {
  const person = openSubscription(await payments.addPayer())
  await button('Cancel Subscription')
  network.hold = (path) =>
    path.endsWith(getAccount.path) ? new Promise(() => {}) : Promise.resolve()
  await cancel(person)
  await screen.findByText('Subscription cancelled successfully', undefined, { timeout: 4_000 })
})

test('paying with another card resumes a cancelled subscription without a charge today', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  const person = openSubscription(ana)
  await person.click(await button(/^Renew Before/))
  await screen.findByText(/^Nothing is charged today\. US\$20\.00 is charged on/)
  await payWith(person, '5555555555554444')
  await screen.findByText('Subscription activated successfully!')
  expect(badge()).toBe('Active')
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('a failed renewal can be paid with another card', async () => {
  const ana = await payments.addPastDuePayer()
  const person = openSubscription(ana)
  await screen.findByText(/^Your last payment did not go through\./)
  await person.click(await button('Pay Now'))
  await screen.findByText(/^US\$20\.00 is charged now, for the new month/)
  await payWith(person, '4242424242424242')
  await screen.findByText('Subscription activated successfully!')
  expect(screen.queryByText(/did not go through/)).toBeNull()
  expect(await payments.countPaymentsOf(ana)).toBe(2)
})

test("if a renewal needs the bank's confirmation, the page links to the confirmation and does not say that the payment failed", async () => {
  const ana = await server.addUser()
  const { body } = await payments.pay(ana, 'pm_card_authenticationRequired')
  await payments.authenticate(body, 'pass')
  await payments.confirm(ana)
  await server.advance('1 month')
  await server.advance('2 hours')
  openSubscription(await payments.signIn(ana))
  const link = await screen.findByRole('link', { name: 'Confirm Payment' })
  const { confirm_url } = (await payments.subscriptionOf(ana)) ?? {}
  expect(link.getAttribute('href')).toBe(confirm_url)
  screen.getByText(/^Your bank asks you to confirm your payment of/)
  expect(badge()).toBe('Confirm payment')
  await button('Pay With Another Card')
  expect(screen.queryByText(/did not go through/)).toBeNull()
})

test('cancelling while a payment is due ends the subscription immediately, as the dialog says', async () => {
  const ana = await payments.addPastDuePayer()
  const person = openSubscription(ana)
  await person.click(await button('Cancel Subscription'))
  screen.getByText(/^You lose access immediately/)
  await person.click(await button('Cancel Now'))
  await screen.findByText('Subscription cancelled successfully')
  expect(badge()).toBe('Expired')
  expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
})

test('cancelling in the first hour of a month ends the subscription immediately, as the dialog says', async () => {
  const ana = await payments.addPayer()
  await server.advance('1 month')
  const person = openSubscription(await payments.signIn(ana))
  await screen.findByText(/^A new month has begun, and US\$20\.00 is charged within the hour\./)
  await person.click(await button('Cancel Subscription'))
  screen.getByText(/^The new month is not paid yet, so you lose access immediately/)
  await person.click(await button('Cancel Now'))
  await screen.findByText('Subscription cancelled successfully')
  expect(badge()).toBe('Expired')
  screen.getByText('Automatic renewal: Disabled')
  await server.advance('1 day')
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('if a subscription is cancelled at Stripe while a charge is pending, the page shows the cancellation, and the person can still prevent the charge', async () => {
  const ana = await payments.addPayer()
  await server.advance('1 month')
  const { stripe } = server.services.payments
  const [{ id } = { id: '' }] = await payments.subscriptionsAtStripe(ana)
  await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  await server.settle()
  const person = openSubscription(await payments.signIn(ana))
  await screen.findByText(/is still charged within the hour\. To avoid this charge, choose “Cancel/)
  expect(badge()).toBe('Cancelled')
  screen.getByText('Automatic renewal: Disabled')
  await person.click(await button('Cancel Subscription'))
  await person.click(await button('Cancel Now'))
  await screen.findByText('Subscription cancelled successfully')
  await server.advance('1 day')
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('a person whose access has ended can cancel the unpaid renewal, so that it is not charged later', async () => {
  const ana = await payments.addPastDuePayer()
  await server.advance('4 days')
  const debtor = await payments.signIn(ana)
  const person = openSubscription(debtor)
  await screen.findByText(/Your card may be tried again, unless you cancel\.$/)
  await button('Renew Subscription')
  screen.getByText('Automatic renewal: Enabled')
  await person.click(await button('Cancel Subscription'))
  await person.click(await button('Cancel Now'))
  await screen.findByText('Subscription cancelled successfully')
  expect(screen.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull()
  screen.getByText('Automatic renewal: Disabled')
  expect(await payments.liveSubscriptionsOf(ana)).toEqual([])
})

test('cancelled complimentary access ends on the date that the button shows, and can be resumed', async () => {
  const ana = await server.addSubscriber()
  const person = openSubscription(ana)
  await person.click(await button('Cancel Subscription'))
  const { textContent: named } = await button(/^Cancel as of/)
  await person.click(await button(/^Cancel as of/))
  await screen.findByText('Subscription cancelled successfully')
  const { ends_at } = (await payments.subscriptionOf(ana)) ?? {}
  expect(named).toBe(`Cancel as of ${format(ends_at ?? 0, 'MMM dd, yyyy')}`)

  await person.click(await button('Reactivate Subscription'))
  await screen.findByText('Subscription reactivated successfully!')
})

test('after a conflict with another device, the page reports the refusal and shows the current state', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  const person = openSubscription(ana)
  await button('Reactivate Subscription')
  await server.call(await server.addAdmin(), updateSubscription, { id: ana.id, status: 'inactive' })
  await person.click(await button('Reactivate Subscription'))
  await screen.findByText('This subscription can no longer be reactivated. Please renew it.')
  await button('Renew Subscription')
  expect(badge()).toBe('Inactive')
})

test('resuming a subscription succeeds even if another tab has already resumed it', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  const person = openSubscription(ana)
  await button('Reactivate Subscription')
  await payments.reactivate(ana)
  await person.click(await button('Reactivate Subscription'))
  await screen.findByText('Subscription reactivated successfully!')
})

test.each([
  ['cancel', cancelSubscription.path, 'Cancelled', 'Subscription cancelled successfully'],
  ['reactivate', reactivateSubscription.path, 'Active', 'Subscription reactivated successfully!'],
] as const)(
  'when the response to %s is lost, the page shows a failure, until the account shows that the request succeeded',
  async (change, path, status, success) => {
    const ana = await payments.addPayer()
    if (change === 'reactivate') await payments.cancel(ana)
    const person = openSubscription(ana)
    await button(change === 'cancel' ? 'Cancel Subscription' : 'Reactivate Subscription')
    const account = dropResponses(path)
    if (change === 'cancel') await cancel(person)
    else await person.click(await button('Reactivate Subscription'))
    await screen.findByText(/^The server could not be reached/)
    expect(badge()).not.toBe(status)
    account.release()
    await screen.findByText(success)
    expect(screen.queryByText(/^The server could not be reached/)).toBeNull()
    expect(badge()).toBe(status)
  },
)

test('after the response to a payment is lost, the page says that the result is unknown, until the account shows an active subscription', async () => {
  const ana = await server.addUser()
  const person = openSubscription(ana)
  await person.click(await button('Subscribe Now - $20/month'))
  const account = dropResponses(createSubscription.path)
  await payWith(person, '4242424242424242')
  await screen.findByText(/^We got no answer to your payment, so we do not know yet/)
  expect(screen.queryByText('Active')).toBeNull()
  account.release()
  const badges = new Set<string>()
  const watch = new MutationObserver(() => {
    const isUnknown = screen.queryByText(/we do not know yet/) !== null
    if (screen.queryByText('Active')) badges.add(isUnknown ? 'beside unknown' : 'alone')
  })
  watch.observe(document.body, { childList: true, subtree: true, characterData: true })
  await screen.findByText('Subscription activated successfully!')
  watch.disconnect()
  expect([...badges]).toEqual(['alone'])
  expect(badge()).toBe('Active')
  expect(screen.queryByText('Complete Your Subscription')).toBeNull()
  expect(await payments.countPaymentsOf(ana)).toBe(1)
})

test('if the response to a renewal is lost, the listings open as soon as the account is active', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  await server.advance('31 days')
  const { person, address } = openApp('/subscription/renew', await payments.signIn(ana))
  await screen.findByRole('heading', { name: 'Renew Subscription' })
  const account = dropResponses(renewSubscription.path)
  await payWith(person, '4242424242424242')
  await screen.findByText(/^We got no answer to your payment, so we do not know yet/)
  account.release()
  await waitFor(() => expect(address()).toBe('/listings'))
  expect(await payments.countPaymentsOf(ana)).toBe(2)
})

test('when Stripe does not respond, nothing changes and the person can try again', async () => {
  const ana = await payments.addPayer()
  const restoreStripe = payments.fail({ path: /^\/v1\/subscriptions/, kind: '500', when: 'before' })
  const person = openSubscription(ana)
  await cancel(person)
  await screen.findByText(/not answering/)
  expect(badge()).toBe('Active')
  restoreStripe()
  await person.click(await button(/^Cancel as of/))
  await screen.findByText('Subscription cancelled successfully')
})

test('after a renewal, the listings open with a success message', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  await server.advance('31 days')
  const app = openApp('/', await payments.signIn(ana))
  await screen.findByRole('heading', { name: 'Renew Subscription' })
  await payWith(app.person, '4242424242424242')
  await screen.findByText('Subscription activated successfully!')
  await screen.findByRole('heading', { name: 'All Listings' })
  expect(app.address()).toBe('/listings')
  expect(await payments.countPaymentsOf(ana)).toBe(2)
})

test('renewing in another tab opens the listings in this tab too', async () => {
  const ana = await payments.addPayer()
  await payments.cancel(ana)
  await server.advance('31 days')
  const app = openApp('/subscription/renew', await payments.signIn(ana))
  await screen.findByRole('heading', { name: 'Renew Subscription' })
  await payments.renew(ana)
  // The browser sends this event when the person returns to the window.
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await waitFor(() => expect(app.address()).toBe('/listings'))
})
