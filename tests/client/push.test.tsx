import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { get } from 'idb-keyval'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#client/data/query-client.ts'
import { PushOffer } from '#client/features/alerts/push-offer.tsx'
import { openPushStore, REGISTRATION } from '#client/session/push-store.ts'
import { whenWiped } from '#client/session/wipe-queue.ts'
import { setAlert } from '#contract/alerts.ts'
import { getPushState } from '#contract/push.ts'
import { readPushKeys } from '#server/push/push-keys.ts'
import { connect, openApp } from '#tests/support/app.tsx'
import { openCacheStorage } from '#tests/support/cache-storage.ts'
import { type Person, startServer, type TestServer } from '#tests/support/server.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

let server: TestServer
let ana: Person
beforeEach(async () => {
  server = await startServer()
  connect(server)
  openCacheStorage()
  ana = await server.addSubscriber()
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  Reflect.deleteProperty(navigator, 'userAgent')
})

/** Simulates a browser with push messages, whose person answers its question with `answer`. */
async function addPushes(answer: NotificationPermission = 'granted') {
  const { publicKey } = await readPushKeys(server.services.db)
  const keys = { p256dh: publicKey, auth: 'A'.repeat(22) }
  const endpoint = 'https://web.push.apple.com/of-this-phone'
  let subscription: object | null = null
  let shown = [{}, {}]
  const unsubscribe = async () => {
    subscription = null
    return true
  }
  const registration = {
    pushManager: {
      getSubscription: async () => subscription,
      subscribe: async () => {
        subscription = { toJSON: () => ({ endpoint, keys }), unsubscribe }
        return subscription
      },
    },
    getNotifications: async () =>
      shown.map((notification) => ({
        close() {
          shown = shown.filter((other) => other !== notification)
        },
      })),
  }
  const value = Object.assign(new EventTarget(), {
    controller: null,
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  })
  Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true })
  const question = {
    permission: 'default',
    async requestPermission() {
      question.permission = answer
      return answer
    },
  }
  vi.stubGlobal('Notification', question)
  vi.stubGlobal('PushManager', class {})
  return { isSubscribed: () => subscription !== null, countShown: () => shown.length }
}

const stateOf = async (person: Person) => (await server.call(person, getPushState, {})).body

/** Renders the offer alone, for Ana, who wants to be told by notification. */
async function openOffer() {
  const alert = { rhythm: 'daily', channel: 'push' } as const
  await server.call(ana, setAlert, { alert, time_zone: 'UTC' })
  localStorage.setItem('token', ana.token)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PushOffer />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

async function openCard() {
  const app = openApp('/account', ana)
  const region = await screen.findByRole('region', { name: 'Notifications on This Device' })
  return { ...app, card: within(region) }
}

test('a person turns notifications on and off in Account Settings', async () => {
  const browser = await addPushes()
  const { person, card } = await openCard()
  await person.click(await card.findByRole('button', { name: 'Turn on notifications' }))
  await card.findByRole('button', { name: 'Turn off notifications' })
  const { is_registered, recipient } = await stateOf(ana)
  expect(is_registered).toBe(true)
  expect(await get(REGISTRATION, openPushStore())).toEqual({ recipient, token: ana.token })

  await person.click(card.getByRole('button', { name: 'Turn off notifications' }))
  await card.findByRole('button', { name: 'Turn on notifications' })
  expect((await stateOf(ana)).is_registered).toBe(false)
  expect(await get(REGISTRATION, openPushStore())).toBeUndefined()
  await waitFor(() => expect(browser.isSubscribed()).toBe(false))
})

test('a person who refuses notifications reads how to allow them', async () => {
  await addPushes('denied')
  const { person, card } = await openCard()
  await person.click(await card.findByRole('button', { name: 'Turn on notifications' }))
  await card.findByText(
    /^This browser blocks notifications from Engawa\. Allow them in the settings/,
  )
  expect(card.queryByRole('button')).toBeNull()
  expect((await stateOf(ana)).is_registered).toBe(false)
})

test('in Safari on an iPhone, notifications need the home screen', async () => {
  Object.defineProperty(navigator, 'userAgent', { value: IPHONE, configurable: true })
  const { card } = await openCard()
  await card.findByText(/^On an iPhone or iPad, notifications need Engawa on the home screen/)
})

test('when the session ends, the device no longer shows messages', async () => {
  const browser = await addPushes()
  const { person, card } = await openCard()
  await person.click(await card.findByRole('button', { name: 'Turn on notifications' }))
  await card.findByRole('button', { name: 'Turn off notifications' })
  await person.click(screen.getByRole('button', { name: /account menu/i }))
  await person.click(await screen.findByRole('menuitem', { name: 'Log out' }))
  await waitFor(async () => expect(await get(REGISTRATION, openPushStore())).toBeUndefined())
  await whenWiped()
  await waitFor(() => expect(browser.isSubscribed()).toBe(false))
})

test('reading the news closes the notifications', async () => {
  const browser = await addPushes()
  expect(browser.countShown()).toBe(2)
  openApp('/news', ana)
  await waitFor(() => expect(browser.countShown()).toBe(0))
})

test('the offer explains notifications before the browser asks, and says when they are on', async () => {
  await addPushes()
  const person = await openOffer()
  await screen.findByText(/^Get a notification when a saved house changes/)
  await person.click(screen.getByRole('button', { name: 'Turn on notifications' }))
  await screen.findByText('Notifications are on. You can turn them off in Account Settings.')
  expect((await stateOf(ana)).is_registered).toBe(true)
})

test('a person who declines the offer is not asked again until the next start of the app', async () => {
  await addPushes()
  const person = await openOffer()
  await person.click(await screen.findByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('heading')).toBeNull()
  cleanup()
  await openOffer()
  expect(screen.queryByRole('heading')).toBeNull()
})

test('the offer does not appear in a browser without notifications', async () => {
  await openOffer()
  expect(screen.queryByRole('heading')).toBeNull()
})
