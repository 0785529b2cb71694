import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { del, set } from 'idb-keyval'
import { call } from '#client/api/api.ts'
import { workerContainer } from '#client/browser/worker-container.ts'
import { openPushStore, REGISTRATION, readPushRegistration } from '#client/session/push-store.ts'
import { session } from '#client/session/session.ts'
import * as contract from '#contract/push.ts'
import { alertsQuery } from './alerts.ts'

/** Whether this browser can receive push messages. */
export function canReceivePushes() {
  return workerContainer() !== undefined && 'PushManager' in window && 'Notification' in window
}

/**
 * Whether this device receives notifications: the server knows the device, the browser still has
 * its subscription, and the service worker can tell whose messages it may show.
 */
export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: async ({ signal }) => {
    const state = await call(contract.getPushState, {}, signal)
    const registration = await workerContainer()?.getRegistration()
    const subscription = await registration?.pushManager.getSubscription()
    const stored = await readPushRegistration()
    const isOn =
      state.is_registered && Boolean(subscription) && stored?.recipient === state.recipient
    return { isOn, publicKey: state.public_key }
  },
})

/** Turns notifications on for this device. The person must have allowed them in the browser. */
export const turnOnPush = mutationOptions({
  mutationFn: async ({ publicKey }: { publicKey: string }, { client }) => {
    const token = session.token()
    const registration = await workerContainer()?.ready
    if (!registration || token === null) return
    const subscription = await subscribe(registration, publicKey)
    const { endpoint = '', keys = {} } = subscription.toJSON()
    const { p256dh = '', auth = '' } = keys
    const { recipient } = await call(contract.registerPush, { endpoint, p256dh, auth })
    await set(REGISTRATION, { recipient, token }, openPushStore())
    await refetchDevices(client)
  },
})

export const turnOffPush = mutationOptions({
  mutationFn: async (_: undefined, { client }) => {
    await call(contract.unregisterPush, {})
    await wipePush()
    await refetchDevices(client)
  },
})

/** The alerts say how many devices receive notifications. */
async function refetchDevices(client: QueryClient) {
  await Promise.all([client.invalidateQueries(pushQuery), client.invalidateQueries(alertsQuery)])
}

/** Ends notifications on this device, and closes those that are open. */
export async function wipePush() {
  await del(REGISTRATION, openPushStore())
  // The browser asks its push service, which may be unreachable. Without the registration, the
  // service worker shows no text of a message, so do not wait.
  void unsubscribe().catch(() => undefined)
}

/** Subscribes at the browser's push service. Replaces a subscription for the key of another server. */
async function subscribe({ pushManager }: ServiceWorkerRegistration, publicKey: string) {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  }
}

async function unsubscribe() {
  const registration = await workerContainer()?.getRegistration()
  const shown = (await registration?.getNotifications()) ?? []
  for (const notification of shown) notification.close()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
