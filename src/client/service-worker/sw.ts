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
import { GIVE_UP_SILENT_PHOTOS, KEEPS, OUTBOX, SKIP_WAITING } from '#client/sync/worker-messages.ts'
import { FORGET_PHOTOS } from '../photos/photo-caches.ts'
import { giveUpSilentTransfers } from '../photos/transfer.ts'
import { RECEIPTS } from '../session/receipt-store.ts'
import { sendUnsent } from './outbox.ts'
import { isOwnFile } from './own-files.ts'
import { answerPhoto, forgetPhotosOnTheWay, isForPhoto } from './photos.ts'
import { handInReceipts } from './receipts.ts'
import { restoreFiles } from './restore.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

declare global {
  interface ServiceWorkerGlobalScopeEventMap {
    /** Of Background Sync (https://wicg.github.io/background-sync/spec/), which TypeScript does not know. */
    sync: ExtendableEvent & { tag: string }
  }
}

/** What is asked of the server even when it looks like a page: its API and every file, by path. */
const NOT_A_PAGE = [/^\/(v1|sandbox|images|assets|healthz|readyz)(\/|\?|$)/, /^[^?]*\./]

/** Every file of this build, by its path. */
const files: PrecacheEntry[] = self.__WB_MANIFEST

/**
 * Asks for itself again when the new version takes over. It names an icon: for a page without one,
 * browsers ask the server for another that there is not.
 */
const BLANK_PAGE = `<!doctype html><link rel="icon" href="/favicon.svg"><script>
  navigator.serviceWorker.oncontrollerchange = () => location.reload()
</script>`
/** After this many seconds it asks in any case. */
const BLANK_FOR = '1'

// The first page is served without the worker: what it shows is kept from then on.
clientsClaim()
cleanupOutdatedCaches()
// An installation that meets anything else is given up as a whole, and begins again at the next look.
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
registerRoute(isForPhoto, answerPhoto)

/** The page; or, when the app starts and a new version waits, that version. */
async function answerPage(options: RouteHandlerCallbackOptions) {
  const { waiting } = self.registration
  if (waiting && (await self.clients.matchAll({ includeUncontrolled: true })).length === 0) {
    waiting.postMessage({ type: SKIP_WAITING })
    // It answers when it is asked again. If it is not ready, there is a window now, and this one does.
    return new Response(BLANK_PAGE, {
      headers: { 'content-type': 'text/html', refresh: BLANK_FOR },
    })
  }
  options.event.waitUntil(restoreFiles(files).catch(() => undefined))
  return shell(options)
}

self.addEventListener('message', ({ data, ports }) => {
  if (data?.type === SKIP_WAITING) void self.skipWaiting()
  if (data?.type === KEEPS) ports[0]?.postMessage(files.some(({ url }) => `/${url}` === data.file))
  if (data?.type === FORGET_PHOTOS) forgetPhotosOnTheWay(ports)
  if (data?.type === GIVE_UP_SILENT_PHOTOS) giveUpSilentTransfers()
})

// There is a network, and a page has asked to be told of it; it may be closed by now.
self.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX) event.waitUntil(sendUnsent())
  if (event.tag === RECEIPTS) event.waitUntil(handInReceipts())
})
