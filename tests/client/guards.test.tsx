import { cleanup, screen, waitFor } from '@testing-library/react'
import { format } from 'date-fns/format'
import { eq } from 'drizzle-orm'
import { createStore, keys } from 'idb-keyval'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setNow } from '#client/browser/clock.ts'
import { addFavorite } from '#contract/favorites.ts'
import { subscriptions } from '#server/db/schema.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { startServer, type TestServer } from '#tests/support/server.ts'

const DAY = 86_400_000

let server: TestServer
let network: ReturnType<typeof connect>

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
})

afterEach(() => {
  vi.useRealTimers()
  setNow(new Date())
})

const inDays = (days: number) => new Date(Date.now() + days * DAY)
const card = () => screen.findByRole('article', { name: 'House in Ine' })
const findSubscriptionTitle = () => screen.findByText(/subscription/i, { selector: 'h1' })
const persistedKeys = () => keys<string>(createStore('engawa-queries', 'queries'))

/**
 * Adds a subscriber with a favorite, and opens the favorites once, so that the browser persists
 * them.
 */
async function addOfflinePerson(subscription: { status: 'active' | 'cancelled'; endsAt: Date }) {
  const ana = await server.addSubscriber(subscription)
  await server.addListing({ id: 'ine', propertyType: 'House', location: 'Ine' })
  await server.call(ana, addFavorite, { listing_id: 'ine' })
  openApp('/favorites', ana)
  await card()
  await waitFor(async () =>
    expect(await persistedKeys()).toEqual(expect.arrayContaining([`${ana.id}-["favorites"]`])),
  )
  await waitFor(() => expect(localStorage.getItem('account')).toContain(ana.id))
  cleanup()
  return ana
}

/** Holds back the answer about the account until the returned function is called. */
function holdAccount() {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  network.hold = async (path) => (path === '/v1/auth/me' ? answered : undefined)
  return answer
}

test.each(['active', 'cancelled'] as const)(
  'offline, %s, a subscription gives access until its end and not after',
  async (status) => {
    const ana = await addOfflinePerson({ status, endsAt: inDays(10) })
    network.disconnect()
    vi.setSystemTime(inDays(9))
    openApp('/favorites')
    await card()
    cleanup()

    vi.setSystemTime(inDays(2))
    openApp('/favorites')
    await findSubscriptionTitle()
    expect(screen.queryByRole('article')).toBeNull()
    expect(await persistedKeys()).toContain(`${ana.id}-["favorites"]`)
    cleanup()

    // Setting the clock back does not restore access.
    vi.setSystemTime(inDays(-5))
    openApp('/favorites')
    await findSubscriptionTitle()
  },
)

test('access returns when the server confirms the renewal of the subscription', async () => {
  const ana = await addOfflinePerson({ status: 'active', endsAt: inDays(1) })
  network.disconnect()
  vi.setSystemTime(inDays(2))
  openApp('/favorites')
  await findSubscriptionTitle()

  const { db } = server.services
  await db
    .update(subscriptions)
    .set({ endsAt: inDays(30) })
    .where(eq(subscriptions.userId, ana.id))
  network.reconnect()
  await card()
})

test('if the app could not check the renewal of a subscription, the page shows a message', async () => {
  const endsAt = inDays(1)
  const ana = await addOfflinePerson({ status: 'active', endsAt })
  network.disconnect()
  vi.setSystemTime(inDays(2))
  const { person } = openApp('/favorites')
  const date = format(endsAt, 'MMM dd, yyyy')
  await screen.findByRole('heading', { name: `Your subscription was paid until ${date}` })
  screen.getByText(/What you saved stays on this device/)

  const { db } = server.services
  await db.update(subscriptions).set({ status: 'expired' }).where(eq(subscriptions.userId, ana.id))
  // Restore the network only when the button is clicked, so that all automatic retries before the
  // click fail.
  const button = screen.getByRole('button', { name: /^(Try now|Reconnecting…)$/ })
  const answer = () => {
    network.intercept = () => undefined
  }
  button.addEventListener('click', answer, { capture: true })
  await person.click(button)
  await screen.findByRole('heading', { name: 'Premium Subscription Required' })
})

test('a device whose clock is a day ahead keeps access, and shows no message about an ended subscription', async () => {
  const serverTime = Date.now()
  const ana = await addOfflinePerson({ status: 'cancelled', endsAt: inDays(0.5) })
  vi.setSystemTime(inDays(1))
  const ahead = Date.now() - serverTime
  network.serverTime = () => new Date(Date.now() - ahead)
  openApp('/favorites', ana)
  await card()
  expect(screen.queryByText(/ended|expired/)).toBeNull()
  cleanup()

  openApp('/subscription/manage')
  await screen.findByRole('button', { name: 'Reactivate Subscription' })
  expect(screen.queryByText(/ended|expired/)).toBeNull()
})

test('offline, the app says that cancelled access may have ended, and offers no payment', async () => {
  await addOfflinePerson({ status: 'cancelled', endsAt: inDays(1) })
  network.disconnect()
  vi.setSystemTime(inDays(2))
  for (const path of ['/', '/favorites', '/subscription/renew', '/subscription/manage']) {
    openApp(path)
    await screen.findByText(/It may have ended\. Connect to the internet to check/)
    expect(screen.queryByText(/has expired/)).toBeNull()
    expect(screen.queryByRole('button', { name: /renew|subscribe/i })).toBeNull()
    cleanup()
  }
})

test('the app does not say that access has ended while the server is still checking the renewal', async () => {
  await addOfflinePerson({ status: 'active', endsAt: inDays(1) })
  vi.setSystemTime(inDays(2))
  const answer = holdAccount()
  openApp('/favorites')
  await screen.findByText('Loading')
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()

  answer()
  await card()
})

test('a page appears as soon as its data arrives, even if the word Loading has only just appeared', async () => {
  await addOfflinePerson({ status: 'active', endsAt: inDays(1) })
  const answer = holdAccount()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: inDays(2) })
  openApp('/favorites')
  await vi.waitFor(() => screen.getByText('Loading'))

  answer()
  // The faked clock stands still here. If the word had a minimum time, this time would not end.
  const giveUpAt = performance.now() + 10_000
  const house = () => screen.queryByRole('article', { name: 'House in Ine' })
  while (!house() && performance.now() < giveUpAt) await vi.advanceTimersByTimeAsync(0)
  expect(house()).not.toBeNull()
})

test('a page that needs access closes at the moment when access ends', async () => {
  await addOfflinePerson({ status: 'cancelled', endsAt: inDays(1) })
  network.disconnect()
  vi.setSystemTime(Date.now() + DAY - 5_000)
  openApp('/favorites')
  await card()
  await findSubscriptionTitle()
})
