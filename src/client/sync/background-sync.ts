/** Asks the browser to wake the worker when there is a network, also with no page open. Not all can. */
export async function registerSync(tag: string) {
  try {
    const registration: MaybeSyncRegistration = await navigator.serviceWorker.ready
    await registration.sync?.register(tag)
  } catch {
    // Then the next page sends what waits.
  }
}

/** With Background Sync (https://wicg.github.io/background-sync/spec/), which TypeScript does not know. */
interface MaybeSyncRegistration extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> }
}
