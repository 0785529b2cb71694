import { readPushRegistration } from '#client/session/push-store.ts'
import { REQUEST_TIMEOUT_MS } from '#client/sync/request-timeout.ts'
import { OPEN_PATH } from '#client/sync/worker-messages.ts'

/** How long an open page may take to confirm that it opens the path of a notification. */
const PAGE_TIMEOUT_MS = 1_000

const API = '/v1/account/push'
/** Opens the page that fits the visitor, such as the login. */
const HOME = '/'

interface ShownMessage {
  /** A newer notification with the same tag replaces the older one. */
  tag: string
  title: string
  body: string
  path: string
  badge: number
}

/**
 * Shows when nobody is signed in on this device, or another person than the message's recipient.
 * Browsers demand a notification for each push message.
 */
const FOR_NOBODY: ShownMessage = {
  tag: 'for-nobody',
  title: 'Engawa',
  body: 'Engawa has news for you. Sign in to read it.',
  path: HOME,
  badge: 0,
}

/** A push message, as far as the service worker reads it. */
type Declared = Partial<{
  notification: Partial<{
    title: string
    body: string
    tag: string
    navigate: string
    data: { recipient: string }
  }>
  app_badge: number
}>

declare global {
  /**
   * A browser that parses declarative push messages passes the notification instead of the text.
   * TypeScript's types lack these fields.
   */
  interface PushEvent {
    readonly notification?: Notification & { readonly navigate?: string }
    readonly appBadge?: number
  }
}

/** Shows a push message. The number on the app's icon counts the houses of all open notifications. */
export async function showPush(worker: ServiceWorkerGlobalScope, event: PushEvent) {
  const { tag, title, body, path, badge } = await readMessage(readDeclared(event))
  await worker.registration.showNotification(title, {
    body,
    ...{ tag, lang: 'en', data: { path, badge } },
    icon: '/icons/app-192.png',
    badge: '/icons/notification-96.png',
  })
  const shown = await worker.registration.getNotifications()
  const sum = shown.reduce((sum, { data }) => sum + (data?.badge ?? 0), 0)
  // Not every browser has badges, and a browser may refuse them.
  await worker.navigator.setAppBadge?.(sum).catch(() => undefined)
}

function readDeclared({ data, notification, appBadge }: PushEvent): Declared | undefined {
  if (notification) {
    const { title, body, tag, navigate, data } = notification
    return { notification: { title, body, tag, navigate, data }, app_badge: appBadge }
  }
  try {
    return data?.json()
  } catch {
    return undefined
  }
}

async function readMessage(declared: Declared | undefined): Promise<ShownMessage> {
  const { title, body = '', tag = '', navigate, data } = declared?.notification ?? {}
  const registration = await readPushRegistration().catch(() => undefined)
  if (!title || !registration || data?.recipient !== registration.recipient) return FOR_NOBODY
  return { tag, title, body, path: readPath(navigate), badge: declared?.app_badge ?? 0 }
}

/** The path of the message's page. A page of another origin is never opened. */
function readPath(navigate = HOME) {
  const url = URL.canParse(navigate) ? new URL(navigate) : undefined
  return url ? url.pathname + url.search + url.hash : HOME
}

/** Opens the page of a clicked notification, in an open window if there is one. */
export async function openNotification(
  { clients }: ServiceWorkerGlobalScope,
  { notification }: NotificationEvent,
) {
  notification.close()
  const path: string = notification.data?.path ?? HOME
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = windows.find(({ focused }) => focused) ?? windows[0]
  if (!page) return void (await clients.openWindow(path))
  // The browser may refuse the focus, which changes nothing else.
  await page.focus().catch(() => undefined)
  // The page opens the path without a reload, which would lose unsubmitted input.
  if (await isOpenedBy(page, path)) return
  await page.navigate(path).catch(() => clients.openWindow(path))
}

/** Asks a page to open a path. A page that is still loading, or of an older build, does not answer. */
function isOpenedBy(page: Client, path: string) {
  return new Promise<boolean>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    setTimeout(resolve, PAGE_TIMEOUT_MS, false)
    page.postMessage({ type: OPEN_PATH, path }, [port2])
  })
}

/**
 * Registers the device again, after the browser has given it a new address.
 * @throws if the server cannot be reached. Until the person turns notifications on again, the device
 * then gets none.
 */
export async function renewSubscription({ registration }: ServiceWorkerGlobalScope) {
  const stored = await readPushRegistration()
  if (!stored) return
  const headers = {
    authorization: `Bearer ${stored.token}`,
    'content-type': 'application/json',
  }
  const send = (init: RequestInit) =>
    fetch(API, { headers, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS), ...init })
  const { public_key } = await (await send({})).json()
  if (typeof public_key !== 'string') return
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: public_key,
  })
  const { endpoint, keys } = subscription.toJSON()
  await send({ method: 'POST', body: JSON.stringify({ endpoint, ...keys }) })
}
