import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { installPrompt } from '#client/features/install/install-prompt.ts'
import { session } from '#client/session/session.ts'
import { keepUpToDate, updates } from '#client/sync/updates.ts'
import { listFavorites } from '#contract/favorites.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ana: Person

beforeAll(async () => {
  installPrompt.defer()
  // Loads the code of the offer before the tests, so that the offer appears without a delay.
  await import('#client/features/install/offer.tsx')
})

beforeEach(async () => {
  server = await startServer()
  connect(server)
  ana = await server.addSubscriber()
  for (const id of ['ine', 'nara']) await server.addListing({ id, location: id })
})

afterEach(() => {
  Reflect.deleteProperty(navigator, 'userAgent')
  Reflect.deleteProperty(navigator, 'standalone')
  Reflect.deleteProperty(navigator, 'serviceWorker')
  dispatchEvent(new Event('appinstalled'))
})

/** Simulates Chromium's install prompt, answered with `outcome`. */
function offerInstallation(outcome: 'accepted' | 'dismissed' = 'accepted') {
  const prompt = vi.fn(async () => ({ outcome }))
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  dispatchEvent(event)
  return event
}

/** Simulates a browser with a waiting newer worker. */
function addWaitingWorker() {
  const registration = { waiting: {}, active: {}, update: async () => {} }
  const value = Object.assign(new EventTarget(), {
    controller: null,
    register: async () => Object.assign(new EventTarget(), registration),
  })
  Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true })
}

const setUserAgent = (userAgent: string) =>
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true })

const app = () => ({ ...openApp('/listings', ana), ...houses })
const houses = {
  async keep(person: ReturnType<typeof openApp>['person'], id: string) {
    const card = await waitFor(() => {
      const found = document.getElementById(`listing-${id}`)
      if (!found) throw new Error(`No card of ${id}`)
      return found
    })
    await person.click(await within(card).findByRole('button', { name: 'Add to Favorites' }))
    await waitFor(async () =>
      expect((await server.call(ana, listFavorites, {})).body.favorites).toContain(id),
    )
  },
}
const offer = () => screen.queryByRole('region', { name: 'Keep your favorites at hand' })
const findOffer = () => screen.findByRole('region', { name: 'Keep your favorites at hand' })
const button = (name: string) => screen.getByRole('button', { name })

test("installing is offered after the first favorite, and the browser's own prompt is suppressed", async () => {
  expect(offerInstallation().defaultPrevented).toBe(true)
  const { person, keep } = app()
  await screen.findAllByRole('article')
  expect(offer()).toBeNull()
  await keep(person, 'ine')
  expect((await findOffer()).closest('[aria-live=polite]')).not.toBeNull()
})

test('the offer to install appears only after the browser allows installing', async () => {
  const { person, keep } = app()
  await keep(person, 'ine')
  expect(offer()).toBeNull()
  offerInstallation()
  await findOffer()
})

test('a notice of a new version replaces the offer to install', async () => {
  offerInstallation()
  addWaitingWorker()
  await keepUpToDate()
  const { person, keep } = app()
  await keep(person, 'ine')
  expect(offer()).toBeNull()
  updates.dismiss()
  await findOffer()
})

test("the Install button opens the browser's prompt, and accepting the prompt ends the offer to install", async () => {
  const { prompt } = offerInstallation('accepted')
  const { person, keep } = app()
  await keep(person, 'ine')
  await findOffer()
  await person.click(button('Install'))
  expect(prompt).toHaveBeenCalledOnce()
  await waitFor(() => expect(offer()).toBeNull())
})

test("installing through the browser's menu ends the offer to install", async () => {
  offerInstallation()
  const { person, keep } = app()
  await keep(person, 'ine')
  await findOffer()
  dispatchEvent(new Event('appinstalled'))
  await waitFor(() => expect(offer()).toBeNull())
})

for (const [answer, outcome] of [
  ['Not now', 'accepted'],
  ['Install', 'dismissed'],
] as const) {
  test(`after a person has declined to install (${answer}), the device does not offer to install again, even to the next person`, async () => {
    offerInstallation(outcome)
    const { person, keep } = app()
    await keep(person, 'ine')
    await findOffer()
    await person.click(button(answer))
    await waitFor(() => expect(offer()).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))

    session.end(ana.token)
    cleanup()
    ana = await server.addSubscriber()
    offerInstallation()
    const second = app()
    await second.keep(second.person, 'nara')
    expect(offer()).toBeNull()
  })
}

test('the installed app does not offer to install itself', async () => {
  Object.assign(navigator, { standalone: true })
  offerInstallation()
  const { person, keep } = app()
  await keep(person, 'ine')
  expect(offer()).toBeNull()
})

test('Safari on an iPhone has no install prompt, so the offer shows the steps, and closing the steps ends the offer', async () => {
  setUserAgent(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  )
  const { person, keep } = app()
  await keep(person, 'ine')
  await findOffer()
  await person.click(button('Show me how'))
  const sheet = await screen.findByRole('dialog', { name: 'Add Engawa to your home screen' })
  expect(within(sheet).getAllByRole('listitem')).toHaveLength(3)
  await person.click(within(sheet).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(offer()).toBeNull())
  await keep(person, 'nara')
  expect(offer()).toBeNull()
})

test.each([
  ['CriOS/142.0.7444.46', /^Tap the Share button beside the address/],
  ['FxiOS/145.0', /^Open the menu of Firefox, .* tap “Share”/],
  ['EdgiOS/142.0', /^Open the menu of Edge, .* tap “Share”/],
])('the steps to install on an iPhone start at the Share button of %s', async (name, words) => {
  setUserAgent(
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ${name} Mobile/15E148 Safari/604.1`,
  )
  const { person, keep } = app()
  await keep(person, 'ine')
  await findOffer()
  await person.click(button('Show me how'))
  const sheet = await screen.findByRole('dialog', { name: 'Add Engawa to your home screen' })
  expect(within(sheet).getAllByRole('listitem')[0]?.textContent).toMatch(words)
})

test('offline, the offer to install is not shown', async () => {
  offerInstallation()
  const { person, keep } = app()
  await keep(person, 'ine')
  await findOffer()
  act(() => onlineManager.setOnline(false))
  expect(offer()).toBeNull()
  act(() => onlineManager.setOnline(true))
  await findOffer()
})

test('the offer to install appears only if the browser has an install prompt or the app knows the steps', async () => {
  setUserAgent('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
  const { person, keep } = app()
  await keep(person, 'ine')
  expect(offer()).toBeNull()
})
