import { createECDH } from 'node:crypto'
import type { Worker } from '@playwright/test'
import { fullChromiumOptions } from '#tests/support/chromium.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import type { ProxiedServer } from '#tests/support/proxied-server.ts'
import { expect, openSignedIn, signIn, test } from './fixtures.ts'

test.use({ expectedErrors: [/^Failed to load resource: net::ERR_/] })

const ENDPOINT = 'https://web.push.apple.com/of-this-phone'
const PUBLIC_KEY = createECDH('prime256v1').generateKeys('base64url')
const GENERIC = ['Engawa', 'Engawa has news for you. Sign in to read it.']

/**
 * Opens a phone whose person has turned notifications on. Chromium without Google's keys has no push
 * service, so the page gets a subscription of another one. The headless shell of Chromium has no
 * notifications at all.
 */
async function openNotifiedPhone(server: ProxiedServer) {
  const phone = await openPhone(server.origin, fullChromiumOptions)
  const { page, context } = phone
  await context.grantPermissions(['notifications'], { origin: server.origin })
  await context.addInitScript(
    ({ endpoint, p256dh }) => {
      const subscription = {
        toJSON: () => ({ endpoint, keys: { p256dh, auth: 'A'.repeat(22) } }),
        unsubscribe: async () => true,
      }
      Object.assign(PushManager.prototype, {
        subscribe: async () => subscription,
        getSubscription: async () => subscription,
      })
    },
    { endpoint: ENDPOINT, p256dh: PUBLIC_KEY },
  )
  const ana = await server.addSubscriber()
  await openSignedIn(page, ana, '/account')
  await phone.untilWorkerServes()
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(page.getByRole('button', { name: 'Turn off notifications' })).toBeVisible()
  return { phone, ana, recipient: await recipientOf(phone, server) }
}

/** The parts of a service worker that these tests use. The types of tests describe pages only. */
interface WorkerScope extends EventTarget {
  registration: ServiceWorkerRegistration
  clients: { openWindow: (path: string) => Promise<null> }
  NotificationEvent: new (
    type: string,
    init: { notification: Notification },
  ) => Event & { waitUntil: (promise: Promise<unknown>) => void }
}

async function recipientOf({ page }: Phone, { origin }: ProxiedServer): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const headers = { authorization: `Bearer ${token}` }
  return (await (await fetch(`${origin}/v1/account/push`, { headers })).json()).recipient
}

async function deliver(phone: Phone, { origin }: ProxiedServer, recipient: string, tag = 'one') {
  await phone.deliverPush(
    JSON.stringify({
      web_push: 8030,
      notification: {
        ...{ title: '3 new houses', body: 'In 2 of your saved searches', tag },
        ...{ navigate: `${origin}/news`, data: { recipient } },
      },
      app_badge: 3,
      mutable: true,
    }),
  )
}

function workerOf({ context }: Phone): Worker {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('The phone has no service worker')
  return worker
}

/** Reads the titles and texts of the notifications that the phone shows. */
function shownOn(phone: Phone) {
  return workerOf(phone).evaluate(async () => {
    const { registration } = self as unknown as WorkerScope
    return (await registration.getNotifications()).map(({ title, body }) => [title, body])
  })
}

/**
 * Clicks the notification. Resolves with the path of the window that the service worker has opened.
 * DevTools cannot click notifications, and browsers open windows only after a real click.
 */
function click(phone: Phone) {
  return workerOf(phone).evaluate(async () => {
    const worker = self as unknown as WorkerScope
    const [notification] = await worker.registration.getNotifications()
    if (!notification) throw new Error('There is no notification')
    let opened: string | undefined
    worker.clients.openWindow = async (path) => {
      opened = path
      return null
    }
    const done: Promise<unknown>[] = []
    const event = new worker.NotificationEvent('notificationclick', { notification })
    event.waitUntil = (promise) => void done.push(promise)
    worker.dispatchEvent(event)
    await Promise.all(done)
    return opened
  })
}

test('a notification appears, and a click opens its page in the open app, in a new window, and offline', async ({
  server,
}) => {
  const { phone, recipient } = await openNotifiedPhone(server)
  await deliver(phone, server, recipient)
  await expect.poll(() => shownOn(phone)).toEqual([['3 new houses', 'In 2 of your saved searches']])
  await phone.page.evaluate(() => Object.assign(window, { isSamePage: true }))
  expect(await click(phone)).toBeUndefined()
  await expect(phone.page).toHaveURL(/\/news$/)
  expect(await phone.page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect(await shownOn(phone)).toEqual([])

  await phone.page.goto('/favorites')
  await phone.setOffline(true)
  await deliver(phone, server, recipient)
  await expect.poll(() => shownOn(phone)).toHaveLength(1)
  expect(await click(phone)).toBeUndefined()
  await expect(phone.page).toHaveURL(/\/news$/)

  await deliver(phone, server, recipient)
  await expect.poll(() => shownOn(phone)).toHaveLength(1)
  await phone.page.goto('about:blank')
  expect(await click(phone)).toBe('/news')
  await phone.page.goto('/news')
  await expect(phone.page.getByRole('heading', { level: 1 })).toBeVisible()
  await phone.close()
})

test('a new notification leaves the unread one, and a message that arrives twice is shown once', async ({
  server,
}) => {
  const { phone, recipient } = await openNotifiedPhone(server)
  // DevTools drops a message that arrives before the browser has started the service worker.
  const deliverUntilShown = (count: number, tag?: string) =>
    expect(async () => {
      await deliver(phone, server, recipient, tag)
      await expect.poll(() => shownOn(phone), { timeout: 3_000 }).toHaveLength(count)
    }).toPass()
  await deliverUntilShown(1)
  await deliverUntilShown(2, 'two')
  await deliver(phone, server, recipient, 'two')
  await deliverUntilShown(3, 'three')
  await phone.close()
})

test('a message for another person, or for a person who has signed out, says only that there is news', async ({
  server,
}) => {
  const { phone, ana, recipient } = await openNotifiedPhone(server)
  // DevTools drops a message that arrives before the browser has started the service worker.
  await expect(async () => {
    await deliver(phone, server, 'somebody-else')
    await expect.poll(() => shownOn(phone), { timeout: 3_000 }).toEqual([GENERIC])
  }).toPass()

  await phone.page.getByRole('button', { name: /account menu/i }).click()
  await phone.page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect.poll(() => shownOn(phone)).toEqual([])
  await deliver(phone, server, recipient)
  await expect.poll(() => shownOn(phone)).toEqual([GENERIC])
  await click(phone)
  await expect(phone.page).toHaveURL(/\/login/)

  await signIn(phone.page, ana)
  await deliver(phone, server, recipient)
  await expect.poll(() => shownOn(phone)).toEqual([GENERIC])
  await phone.close()
})
