import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { sendAddedFavorites } from '#client/favorites/set-favorite.ts'
import { unsentFavorites } from '#client/favorites/unsent-favorites.ts'
import { getAccount } from '#contract/account.ts'
import { addFavorite } from '#contract/favorites.ts'
import { startSession } from '#server/auth/sessions.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { readBrowserStorage } from '#tests/support/browser-storage.ts'
import { openCacheStorage } from '#tests/support/cache-storage.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const PASSWORD = 'a lantern in the hall'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

let server: TestServer
let network: ReturnType<typeof connect>
let ana: Person

beforeEach(async () => {
  server = await startServer()
  network = connect(server)
  openCacheStorage()
  ana = await server.addSubscriber({
    user: { name: 'Ana Prieto', email: 'ana@example.com', password: PASSWORD },
  })
})

const card = (name: string) => within(screen.getByRole('region', { name }))
const statusOf = async (token: string) => (await server.call({ token }, getAccount, {})).status
const signInOn = (userAgent?: string) =>
  startSession(server.services.db, ana, server.services.now(), userAgent)

async function openAccount(somebody: { token: string } = ana) {
  const app = openApp('/account', somebody)
  // The heading of a card appears before the code of the card has loaded, so also wait for the
  // requests of the cards.
  await screen.findByRole('region', { name: 'Where You Are Signed In' })
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  return app
}

const devices = () =>
  card('Where You Are Signed In')
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

const queryLogOutElsewhere = () => screen.queryByRole('button', { name: 'Log out everywhere else' })

test('the account page lists the signed-in devices, and can sign out all devices except this one', async () => {
  const phone = await signInOn(IPHONE)
  const { person } = await openAccount()
  expect(devices()).toEqual([
    'Unknown deviceThis deviceSigned in on January 15, 2026Until February 14, 2026',
    expect.stringMatching(/^Safari on iPhoneSigned in on January 15, 2026Last used .+ agoEnd$/),
  ])
  await person.click(queryLogOutElsewhere() ?? document.body)
  await screen.findByText('You are now logged out on one other device.')
  expect(devices()).toHaveLength(1)
  expect(queryLogOutElsewhere()).toBeNull()
  expect(await statusOf(phone)).toBe(401)
  expect(await statusOf(ana.token)).toBe(200)
})

test('a device is signed out by itself, and this device has no such button', async () => {
  const phone = await signInOn(IPHONE)
  const computer = await signInOn('Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Firefox/144.0')
  const { person } = await openAccount()
  const ends = () => card('Where You Are Signed In').getAllByRole('button', { name: /^End / })
  expect(ends()).toHaveLength(2)
  await person.click(screen.getByRole('button', { name: 'End the session on Safari on iPhone' }))
  await screen.findByText('You are now logged out on Safari on iPhone.')
  expect(devices()).toEqual([
    expect.stringMatching(/^Unknown deviceThis device/),
    expect.stringMatching(/^Firefox on Linux/),
  ])
  expect(await statusOf(phone)).toBe(401)
  expect(await statusOf(computer)).toBe(200)
})

test('if a device cannot be signed out, the page says so and keeps the device', async () => {
  await signInOn(IPHONE)
  const { person } = await openAccount()
  network.intercept = () => Response.json({ detail: '' }, { status: 500 })
  await person.click(screen.getByRole('button', { name: 'End the session on Safari on iPhone' }))
  await screen.findByText('Failed to log out on Safari on iPhone')
  expect(devices()).toHaveLength(2)
})

test('if a person has many devices, the page shows the latest devices first, and all on demand', async () => {
  for (let number = 0; number < 9; number++) await signInOn(IPHONE)
  const { person } = await openAccount()
  expect(devices()).toHaveLength(6)
  await person.click(screen.getByRole('button', { name: 'Show all 10 devices' }))
  expect(devices()).toHaveLength(10)
})

test('after a password change, the device list contains only this device', async () => {
  await signInOn(IPHONE)
  const { person } = await openAccount()
  await person.click(screen.getByRole('button', { name: 'Change Password' }))
  await person.type(screen.getByLabelText('Current Password'), PASSWORD)
  await person.type(screen.getByLabelText('New Password'), 'a path through the moss')
  await person.type(screen.getByLabelText('Confirm New Password'), 'a path through the moss{Enter}')
  await screen.findByText('Password updated successfully!')
  expect(devices()).toHaveLength(1)
})

test('when the device list fails to load, the page says so and can reload the list', async () => {
  network.intercept = (path) =>
    path === '/v1/auth/sessions' ? Response.json({ detail: '' }, { status: 404 }) : undefined
  const { person } = await openAccount()
  card('Where You Are Signed In').getByText('Failed to load your devices')
  network.reconnect()
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(devices()).toHaveLength(1))
})

test('if the other devices cannot be signed out, the page says so and keeps the list', async () => {
  await signInOn(IPHONE)
  const { person } = await openAccount()
  network.intercept = () => Response.json({ detail: '' }, { status: 500 })
  await person.click(queryLogOutElsewhere() ?? document.body)
  await screen.findByText('Failed to log out elsewhere')
  expect(devices()).toHaveLength(2)
})

test('personal data is downloaded as a file whose name contains the date', async () => {
  const files: File[] = []
  const names: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as File)
    return 'blob:the-file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    if (this.href === 'blob:the-file') names.push(this.download)
  })
  const { person } = await openAccount()
  await person.click(screen.getByRole('button', { name: 'Download My Data' }))
  await screen.findByText('Your data is in the file engawa-data-2026-01-15.json.')
  expect(names).toEqual(['engawa-data-2026-01-15.json'])
  expect(JSON.parse((await files[0]?.text()) ?? '')).toMatchObject({
    user: { email: 'ana@example.com' },
    sessions: [{ created_at: '2026-01-15T00:00:00.000Z' }],
  })
})

test('a failed download of personal data shows a message', async () => {
  const { person } = await openAccount()
  network.intercept = () => Response.json({ detail: '' }, { status: 500 })
  await person.click(screen.getByRole('button', { name: 'Download My Data' }))
  await screen.findByText('Failed to download your data')
})

type App = Awaited<ReturnType<typeof openAccount>>

async function remove({ person }: App, password: string) {
  await person.click(screen.getByRole('button', { name: 'Delete Account…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  dialog.getByText(/^This cannot be undone/)
  if (password) await person.type(dialog.getByLabelText('Current Password'), password)
  await person.click(dialog.getByRole('button', { name: 'Delete My Account' }))
  return dialog
}

test('deleting the account requires the password, and deletes all data of the person on the device', async () => {
  await server.addListing({ id: 'house-of-hers' })
  await server.call(ana, addFavorite, { listing_id: 'house-of-hers' })
  const app = await openAccount()
  await app.person.click(screen.getByRole('link', { name: 'Favorites' }))
  await screen.findByRole('article')
  app.back()
  await screen.findByRole('heading', { name: 'Account Settings' })
  await remove(app, PASSWORD)
  await screen.findByText('Your account has been deleted.')
  expect(app.address()).toBe('/login')
  expect(await statusOf(ana.token)).toBe(401)
  await waitFor(async () => {
    const stored = await readBrowserStorage()
    for (const trace of ['Ana Prieto', 'ana@example.com', ana.id, ana.token, 'house-of-hers']) {
      expect(stored).not.toContain(trace)
    }
  })
})

test('unsent changes are deleted with the account', async () => {
  network.intercept = (path) =>
    path === '/v1/favorites' ? Response.json({ detail: 'Not now' }, { status: 503 }) : undefined
  const app = await openAccount()
  unsentFavorites.add({
    id: 1,
    listingId: 'house-she-wanted',
    favorite: true,
    at: Date.now(),
    listing: null,
  })
  sendAddedFavorites()
  await waitFor(async () => expect(await readBrowserStorage()).toContain('house-she-wanted'))
  await remove(app, PASSWORD)
  await screen.findByText('Your account has been deleted.')
  await waitFor(async () => expect(await readBrowserStorage()).not.toContain('house-she-wanted'))
  expect(unsentFavorites.all()).toEqual([])
})

test.each([
  ['', 'Current password is required'],
  ['not it', 'Current password is incorrect'],
])('deleting the account with the password “%s” fails with: %s', async (password, sentence) => {
  const app = await openAccount()
  const dialog = await remove(app, password)
  await dialog.findByText(sentence)
  expect(await statusOf(ana.token)).toBe(200)
  await app.person.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the last administrator is told why the account cannot be deleted', async () => {
  const app = await openAccount(await server.addAdmin({ password: PASSWORD }))
  const dialog = await remove(app, PASSWORD)
  await dialog.findByText(
    'You are the last administrator. Make somebody else an administrator first.',
  )
  expect(app.address()).toBe('/account')
})

test('offline, a person cannot delete the account, download its data or sign out other devices', async () => {
  await signInOn(IPHONE)
  await openAccount()
  network.disconnect()
  await screen.findByText(/Changing your account needs a connection\./)
  for (const name of ['Log out everywhere else', 'Download My Data']) {
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
  }
  expect(devices()).toHaveLength(2)
})
