import { get } from 'idb-keyval'
import { openDatabase } from '#client/browser/database.ts'

/** The registration of this device for notifications. */
export interface PushRegistration {
  /** The recipient that a message must have, so that this device shows its text. */
  recipient: string
  /** The session token, with which the service worker registers a renewed address. */
  token: string
}

export const REGISTRATION = 'registration'

let store: ReturnType<typeof openDatabase> | undefined

/**
 * The store of the registration. It is in IndexedDB, because the service worker cannot read local
 * storage.
 */
export function openPushStore() {
  store ??= openDatabase('engawa-push', 'push')
  return store
}

export function readPushRegistration() {
  return get<PushRegistration>(REGISTRATION, openPushStore())
}
