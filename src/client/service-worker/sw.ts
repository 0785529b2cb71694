import { clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { OUTBOX } from '../outbox-store.ts'
import { FORGET_PHOTOS } from '../photo-caches.ts'
import { sendUnsent } from './outbox.ts'
import { answerPhoto, forgetPhotosOnTheWay, isForPhoto } from './photos.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

declare global {
  interface ServiceWorkerGlobalScopeEventMap {
    /** Of Background Sync (https://wicg.github.io/background-sync/spec/), which TypeScript does not know. */
    sync: ExtendableEvent & { tag: string }
  }
}

/** What is asked of the server even when it looks like a page: its API, its files, this worker. */
const NOT_A_PAGE = [/^\/(v1|images|assets)\//, /^[^?]*\.\w+($|\?)/, /^\/(healthz|readyz)$/]

// The first page is served without the worker: what it shows is kept from then on.
clientsClaim()
cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_A_PAGE }))
registerRoute(isForPhoto, answerPhoto)

self.addEventListener('message', ({ data, ports }) => {
  // Somebody has agreed to the new version.
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (data?.type === FORGET_PHOTOS) forgetPhotosOnTheWay(ports)
})

// There is a network, and a page has asked to be told of it; it may be closed by now.
self.addEventListener('sync', (event) => {
  if (event.tag === OUTBOX) event.waitUntil(sendUnsent())
})
