import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { keys } from 'idb-keyval'
import { beforeEach, expect, test, vi } from 'vitest'
import { call } from '#client/api/api.ts'
import { saveSearch } from '#client/data/saved-search-changes.ts'
import { savedSearchesQuery } from '#client/data/saved-searches.ts'
import { shortlistQuery } from '#client/data/shortlist.ts'
import { addToShortlist } from '#client/data/shortlist-changes.ts'
import { sendRevocationTokens } from '#client/service-worker/revocation-tokens.ts'
import { openRevocationTokenStore } from '#client/session/revocation-token-store.ts'
import { session } from '#client/session/session.ts'
import { addFavorite } from '#contract/favorites.ts'
import { listCities } from '#contract/listings.ts'
import { sessions, subscriptions } from '#server/db/schema.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { holdResponse } from '#tests/support/hold-response.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let network: ReturnType<typeof connect>

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
})

/**
 * Confirms the dialog that an offline device shows before logging out, and waits for the login
 * page.
 */
const untilLoggedOut = () =>
  waitFor(() => {
    screen.queryByRole('button', { name: 'Log out anyway' })?.click()
    screen.getByRole('heading', { name: 'Welcome Back' })
  })

const storedToken = () => localStorage.getItem('token')

test('a visitor who signs in returns to the requested page', async () => {
  await server.addSubscriber({ user: { email: 'ana@example.com', password: 'engawa 1926' } })
  const { person, address } = openApp('/subscription/manage?then=cancel')

  await screen.findByRole('heading', { name: 'Welcome Back' })
  expect(address()).toBe('/login?from=%2Fsubscription%2Fmanage%3Fthen%3Dcancel')
  await person.type(screen.getByLabelText('Email'), 'ana@example.com')
  await person.type(screen.getByLabelText('Password'), 'engawa 1926{Enter}')

  await screen.findByRole('heading', { name: 'Subscription Details' })
  expect(address()).toBe('/subscription/manage?then=cancel')
})

test.each(['//evil.com', '/\\evil.com', 'https://evil.com', '42'])(
  'the login page ignores the return address %s and stays on this site (check 39)',
  async (from) => {
    const { token } = await server.addSubscriber()
    const { address } = openApp(`/login?${new URLSearchParams({ from })}`, { token })
    await waitFor(() => expect(address()).toBe('/listings'))
  },
)

const FUTURE = new Date('2999-01-01')
const PAST = new Date('2020-01-01')

test.each([
  ['somebody with an active subscription', { status: 'active' }, '/listings'],
  ['somebody who cancelled and is paid up', { status: 'cancelled', endsAt: FUTURE }, '/listings'],
  ['somebody who cancelled', { status: 'cancelled', endsAt: PAST }, '/subscription/renew'],
  ['somebody who has let it expire', { status: 'expired' }, '/subscription/renew'],
  ['somebody who was made inactive', { status: 'inactive' }, '/subscription/renew'],
] as const)('the path / redirects %s to the right page', async (_who, subscription, home) => {
  const { token } = await server.addSubscriber(subscription)
  const { address } = openApp('/', { token })
  await waitFor(() => expect(address()).toBe(home))
})

test('the path / redirects administrators to the listings', async () => {
  const { token } = await server.addAdmin()
  const { address } = openApp('/', { token })
  await waitFor(() => expect(address()).toBe('/listings'))
})

test('the path / redirects people without a subscription to the subscription page, and visitors to the login', async () => {
  const { token, email } = await server.addUser()
  const { address } = openApp('/', { token })
  await screen.findByText(new RegExp(email))
  expect(address()).toBe('/register')
  expect(screen.queryByLabelText('Full Name')).toBeNull()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Manage Subscription' })).toHaveProperty(
    'pathname',
    '/subscription/manage',
  )

  localStorage.clear()
  const visitor = openApp('/')
  await waitFor(() => expect(visitor.address()).toBe('/login'))
})

const HAS_ACCOUNT: [string, () => Promise<{ token: string }>, string, string][] = [
  ['a subscriber', () => server.addSubscriber(), 'View Listings', '/listings'],
  ['an administrator', () => server.addAdmin(), 'View Listings', '/listings'],
  [
    'a lapsed subscriber',
    () => server.addSubscriber({ status: 'expired', endsAt: PAST }),
    'Renew Subscription',
    '/subscription/renew',
  ],
  ['a member', () => server.addUser(), 'Manage Subscription', '/subscription/manage'],
]

test.each(
  HAS_ACCOUNT.flatMap((one) =>
    ['/register', '/free-preview'].map((path) => [...one, path] as const),
  ),
)('%s sees no link to register or to log in (%#)', async (who, add, label, target, path) => {
  openApp(path, await add())
  const main = within(await screen.findByRole('main'))
  const way = await main.findByRole('link', { name: label })
  expect(way.getAttribute('href')).toBe(target)
  expect(main.queryByRole('link', { name: /^(Register|Log In|Sign in)$/ })).toBeNull()
  const isUnfinished = who === 'a member' && path === '/register'
  expect(main.queryByRole('heading', { level: 1, name: 'Create Account' }) !== null).toBe(
    isUnfinished,
  )
  expect(
    main.queryByText('Your account is ready. One step is left: your subscription.') !== null,
  ).toBe(isUnfinished)
})

test('without access, the subscription page replaces the listings', async () => {
  const { token } = await server.addUser()
  const { address } = openApp('/listings', { token })
  await screen.findByRole('heading', { name: 'Premium Subscription Required' })
  expect(address()).toBe('/listings')
})

test('when access ends while a page is open, the app asks for a subscription', async () => {
  const ana = await server.addSubscriber()
  const { queryClient } = openApp('/listings', { token: ana.token })
  await screen.findByRole('heading', { level: 1 })
  const { db } = server.services
  await db.update(subscriptions).set({ status: 'expired' }).where(eq(subscriptions.userId, ana.id))

  const search = { queryKey: ['cities', 'kyoto'], queryFn: () => call(listCities, {}) }
  await expect(queryClient.fetchQuery(search)).rejects.toThrow(/subscription/)
  await screen.findByRole('heading', { name: 'Premium Subscription Required' })
})

test('if our server has ended the session, the app shows the login page', async () => {
  openApp('/subscription/manage', { token: 'ended' })
  await screen.findByRole('heading', { name: 'Welcome Back' })
  expect(storedToken()).toBeNull()
})

test('when the server ends a session, the login page gives the reason, and signing in leads back', async () => {
  const ana = await server.addSubscriber({
    user: { email: 'ana@example.com', password: 'engawa 1926' },
  })
  const { person, address, queryClient } = openApp('/account?from=menu', { token: ana.token })
  await screen.findByRole('heading', { name: 'Account Settings' })
  const place = address()
  await server.services.db.delete(sessions).where(eq(sessions.userId, ana.id))
  await queryClient.refetchQueries()

  await screen.findByText(/^You were logged out. The session was ended on another device/)
  expect(address()).toBe(`/login?${new URLSearchParams({ from: place })}`)
  await person.type(screen.getByLabelText('Email'), 'ana@example.com')
  await person.type(screen.getByLabelText('Password'), 'engawa 1926{Enter}')
  await screen.findByRole('heading', { name: 'Account Settings' })
  expect(address()).toBe(place)
})

test('after logging out, the login page gives no reason for an ended session', async () => {
  const { token } = await server.addSubscriber()
  const { person } = openApp('/subscription/manage', { token })
  await person.click(await screen.findByRole('button', { name: /account menu/i }))
  await person.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await screen.findByRole('heading', { name: 'Welcome Back' })
  expect(screen.queryByText(/You were logged out/)).toBeNull()
})

test.each(['/login', '/listings', '/favorites'])(
  'a person whose subscription has ended and who signs in from %s is led to the renewal page',
  async (path) => {
    const user = { email: 'ana@example.com', password: 'engawa 1926' }
    await server.addSubscriber({ status: 'expired', user })
    const { person, address } = openApp(path)
    await person.type(await screen.findByLabelText('Email'), 'ana@example.com')
    await person.type(screen.getByLabelText('Password'), 'engawa 1926{Enter}')
    await screen.findByRole('heading', { name: 'Renew Subscription' })
    expect(address()).toBe('/subscription/renew')
  },
)

test('an app that starts without a network keeps the session, and loads the page when the network returns', async () => {
  const { token } = await server.addSubscriber()
  network.disconnect()
  openApp('/subscription/manage', { token })
  await screen.findByRole('heading', { name: "Can't reach Engawa" })
  screen.getByRole('link', { name: 'See some houses for free' })
  expect(storedToken()).toBe(token)

  network.reconnect()
  await screen.findByRole('heading', { name: 'Subscription Details' })
})

const portal = { headers: { 'content-type': 'text/html' } }

test.each([
  ['a failing server', () => Response.json({ detail: 'Internal server error' }, { status: 500 })],
  ['a proxy that refuses', () => new Response('<h1>Sign in</h1>', { status: 401, ...portal })],
  ['a captive portal', () => new Response('<h1>Free WLAN</h1>', portal)],
])('%s does not end a session', async (_who, answer) => {
  const { token } = await server.addSubscriber()
  network.intercept = answer
  const { person } = openApp('/subscription/manage', { token })
  const retry = await screen.findByRole('button', { name: 'Try Again' })
  expect(storedToken()).toBe(token)

  network.reconnect()
  await person.click(retry)
  await screen.findByRole('heading', { name: 'Subscription Details' })
})

test('logging out ends the session on the device and on the server', async () => {
  const { token } = await server.addSubscriber({ user: { name: 'Ana Maria Prieto' } })
  const { person, queryClient } = openApp('/subscription/manage', { token })
  const button = await screen.findByRole('button', { name: 'Account menu of Ana Maria Prieto' })
  expect(button.textContent).toContain('AM')
  queryClient.setQueryData(['favorites'], ['a house'])

  await person.click(button)
  await person.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await screen.findByRole('heading', { name: 'Welcome Back' })
  expect(storedToken()).toBeNull()
  expect(queryClient.getQueryData(['favorites'])).toBeUndefined()
  const authorization = `Bearer ${token}`
  await waitFor(async () => {
    const { status } = await server.fetch('/v1/auth/me', { headers: { authorization } })
    expect(status).toBe(401)
  })
})

test('a double click on Log Out logs out once', async () => {
  const { token } = await server.addSubscriber()
  const { person } = openApp('/subscription/manage', { token })
  await person.click(await screen.findByRole('button', { name: /account menu/i }))
  const item = await screen.findByRole('menuitem', { name: 'Log out' })
  const requests: string[] = []
  network.intercept = (path) => void requests.push(path)
  item.click()
  item.click()
  await screen.findByRole('heading', { name: 'Welcome Back' })
  expect(requests.filter((path) => path === '/v1/auth/logout')).toHaveLength(1)
})

test('logging out works offline, and the failed request only writes an error to the console', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { token } = await server.addSubscriber()
  const { person } = openApp('/subscription/manage', { token })
  await person.click(await screen.findByRole('button', { name: /account menu/i }))
  network.disconnect()
  await person.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await untilLoggedOut()
  expect(storedToken()).toBeNull()
  expect(logged).toHaveBeenCalledOnce()
})

/** Signs in as Ana, then logs out offline. */
async function logOutOffline() {
  const user = { email: 'ana@example.com', password: 'engawa 1926' }
  await server.addSubscriber({ user })
  const { person } = openApp('/login')
  await person.type(await screen.findByLabelText('Email'), user.email)
  await person.type(screen.getByLabelText('Password'), `${user.password}{Enter}`)
  await person.click(await screen.findByRole('button', { name: /account menu/i }))
  network.disconnect()
  await person.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await untilLoggedOut()
  expect(storedToken()).toBeNull()
}

test('after an offline log-out, the server session ends when the network returns (check 6)', async () => {
  await logOutOffline()
  // The test helper created one session, and the login created the other.
  const open = async () => (await server.services.db.select().from(sessions)).length
  expect(await open()).toBe(2)
  network.reconnect()
  await waitFor(async () => expect(await open()).toBe(1))
  await waitFor(() => expect(localStorage.getItem('receipts')).toBeNull())
})

test('after an offline log-out, the service worker ends the server session (check 6)', async () => {
  await logOutOffline()
  const [revocationToken = ''] = JSON.parse(localStorage.getItem('receipts') ?? '[]')
  await waitFor(async () =>
    expect(await keys(openRevocationTokenStore())).toEqual([revocationToken]),
  )
  await expect(sendRevocationTokens()).rejects.toThrow()
  network.intercept = () => undefined
  await sendRevocationTokens()
  expect(await server.services.db.select().from(sessions)).toHaveLength(1)
  expect(await keys(openRevocationTokenStore())).toEqual([])
})

test('logging out in one tab logs out in all other tabs (check 50)', async () => {
  const { token } = await server.addSubscriber()
  openApp('/subscription/manage', { token })
  await screen.findByRole('heading', { name: 'Subscription Details' })

  localStorage.removeItem('token')
  dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  await screen.findByRole('heading', { name: 'Welcome Back' })
})

test('when another person signs in from another tab, this tab switches to the new person', async () => {
  const ana = await server.addSubscriber({ user: { name: 'Ana Prieto' } })
  const ben = await server.addUser({ name: 'Ben Okri' })
  const { queryClient } = openApp('/subscription/manage', ana)
  await screen.findByRole('heading', { name: 'Subscription Details' })
  queryClient.setQueryData(['favorites'], ['a house of Ana'])

  localStorage.setItem('token', ben.token)
  dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  await screen.findByRole('button', { name: 'Account menu of Ben Okri' })
  await waitFor(() => expect(screen.queryByText('Subscription Details')).toBeNull())
  expect(queryClient.getQueryData(['favorites'])).toBeUndefined()
})

test.each([
  [
    'shortlist',
    (client: QueryClient) => new MutationObserver(client, addToShortlist).mutate('ine'),
    shortlistQuery.queryKey,
  ],
  [
    'saved searches',
    (client: QueryClient) =>
      new MutationObserver(client, saveSearch).mutate({ name: 'ine', search: 'prefecture=kyoto' }),
    savedSearchesQuery.queryKey,
  ],
] as const)(
  'if another person signs in before the server has confirmed a change of the %s, this tab does not show the change to that person',
  async (_, change, queryKey) => {
    const ana = await server.addSubscriber({ user: { name: 'Ana Prieto' } })
    const ben = await server.addSubscriber({ user: { name: 'Ben Okri' } })
    await server.addListing({ id: 'ine' })
    const { queryClient } = openApp('/account', ana)
    await screen.findByRole('button', { name: 'Account menu of Ana Prieto' })
    const hold = holdResponse('ine')
    const changing = change(queryClient)
    await hold.isHolding

    localStorage.setItem('token', ben.token)
    dispatchEvent(new StorageEvent('storage', { key: 'token' }))
    await screen.findByRole('button', { name: 'Account menu of Ben Okri' })
    hold.release()
    await changing
    expect(JSON.stringify(queryClient.getQueryData(queryKey) ?? null)).not.toContain('ine')
  },
)

test.each(['\0', 'a\nb', '家', ''])('a stored token such as %j is ignored', async (token) => {
  localStorage.setItem('token', token)
  expect(session.token()).toBeNull()
})

test('the app removes a token that an older version stored under a different key, and the session continues', () => {
  localStorage.setItem('access_token', 'old')
  localStorage.setItem('token', 'new')
  session.removeLegacy()
  expect({ ...localStorage }).toEqual({ token: 'new' })
})

test('in a browser without storage, a session lasts until the page is closed', async () => {
  const ana = await server.addSubscriber({
    user: { email: 'ana@example.com', password: 'engawa 1926' },
  })
  await server.addListing({ id: 'ine' })
  await server.call(ana, addFavorite, { listing_id: 'ine' })
  vi.stubGlobal('localStorage', undefined)
  const { person } = openApp('/favorites')
  await person.type(await screen.findByLabelText('Email'), 'ana@example.com')
  await person.type(screen.getByLabelText('Password'), 'engawa 1926{Enter}')
  await screen.findByText(/Closing this window logs you out and deletes everything saved here/)
  await person.click(await screen.findByRole('button', { name: /account menu/i }))
  await person.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await screen.findByRole('heading', { name: 'Welcome Back' })
})
