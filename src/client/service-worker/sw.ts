import { clientsClaim, type RouteHandlerCallbackOptions } from 'workbox-core'
import {
  addPlugins,
  addRoute,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precache,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { DISCARD_PHOTOS } from '#client/photos/photo-caches.ts'
import { abortStalledTransfers } from '#client/photos/transfer.ts'
import { REVOCATION_TOKENS } from '#client/session/revocation-token-store.ts'
import {
  ABORT_STALLED_PHOTOS,
  CHECK_BUILD,
  NOTES_OUTBOX,
  OUTBOX,
  SKIP_WAITING,
} from '#client/sync/worker-messages.ts'
import { sendUnsent } from './outbox.ts'
import { isOwnFile } from './own-files.ts'
import { answerPhoto, discardPendingPhotos, isPhotoRequest } from './photos.ts'
import { openNotification, renewSubscription, showPush } from './push.ts'
import { restoreFiles } from './restore.ts'
import { sendRevocationTokens } from './revocation-tokens.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

declare global {
  interface ServiceWorkerGlobalScopeEventMap {
    /**
     * The event of Background Sync (https://wicg.github.io/background-sync/spec/), which
     * TypeScript's types lack.
     */
    sync: ExtendableEvent & { tag: string }
  }
}

/** Matches paths that are not pages of the app, such as the paths of the API and of files. */
const NOT_A_PAGE = [/^\/(v1|sandbox|images|assets|healthz|readyz)(\/|\?|$)/, /^[^?]*\./]

const files: PrecacheEntry[] = self.__WB_MANIFEST

const BLANK_PAGE = `<!doctype html><script>
  navigator.serviceWorker.oncontrollerchange = () => location.reload()
</script>`
/** After this many seconds the blank page reloads, even if the new version has not activated. */
const BLANK_PAGE_SECONDS = '1'

// The first page loads without the worker. The worker takes control of that page, so that the
// worker can cache later requests of the page.
clientsClaim()
cleanupOutdatedCaches()
// The installation fails if a response is not a file of this build. For example, a captive portal
// may answer with its own page. The browser retries at the next update check.
addPlugins([
  {
    cacheWillUpdate: async ({ request, response }) =>
      (await isOwnFile(new URL(request.url).pathname, response, files)) ? response : null,
  },
])
precache(files)
const shell = createHandlerBoundToURL('/index.html')
registerRoute(new NavigationRoute(answerPage, { denylist: NOT_A_PAGE }))
addRoute()
registerRoute(isPhotoRequest, answerPhoto)

/**
 * Answers with the app's page. If a new version is waiting when the app starts, activates it first.
 */
async function answerPage(options: RouteHandlerCallbackOptions) {
  const { waiting } = self.registration
  if (waiting && (await self.clients.matchAll({ includeUncontrolled: true })).length === 0) {
    waiting.postMessage({ type: SKIP_WAITING })
    // First answer with a blank page. It reloads when the new version is active, or after
    // `BLANK_PAGE_SECONDS`. The version that is active then answers with the app. The reload does
    // not get the blank page again, because the reloading page counts as an open window.
    return new Response(BLANK_PAGE, {
      headers: { 'content-type': 'text/html', refresh: BLANK_PAGE_SECONDS },
    })
  }
  options.event.waitUntil(restoreFiles(files).catch(() => undefined))
  return shell(options)
}

self.addEventListener('message', (event) => {
  const { data, ports } = event
  if (data?.type === SKIP_WAITING) void self.skipWaiting()
  if (data?.type === CHECK_BUILD)
    ports[0]?.postMessage(files.some(({ url }) => `/${url}` === data.file))
  if (data?.type === DISCARD_PHOTOS) discardPendingPhotos(ports)
  if (data?.type === ABORT_STALLED_PHOTOS) abortStalledTransfers()
})

// The browser is online again. The worker sends the waiting changes and revocation tokens, because
// the page that registered the sync may be closed.
self.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX) event.waitUntil(sendUnsent(OUTBOX))
  if (event.tag === NOTES_OUTBOX) event.waitUntil(sendUnsent(NOTES_OUTBOX, { keepsFaulty: true }))
  if (event.tag === REVOCATION_TOKENS) event.waitUntil(sendRevocationTokens())
})

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event)))
self.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotification(self, event)),
)
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(self)))
