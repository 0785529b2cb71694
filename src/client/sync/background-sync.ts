/**
 * Asks the browser to wake the service worker when the device is online, even if no page is open.
 * Does nothing in browsers without Background Sync.
 */
export async function registerSync(tag: string) {
  try {
    const registration: MaybeSyncRegistration = await navigator.serviceWorker.ready
    await registration.sync?.register(tag)
  } catch {
    // Ignore a failure. Without Background Sync, the next page sends the changes.
  }
}

/**
 * Adds Background Sync (https://wicg.github.io/background-sync/spec/), which TypeScript's types
 * lack.
 */
interface MaybeSyncRegistration extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> }
}
