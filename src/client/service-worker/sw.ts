import { clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] }

/** What is asked of the server even when it looks like a page: its API, its files, this worker. */
const NOT_A_PAGE = [/^\/(v1|images|assets)\//, /\.\w+$/, /^\/(healthz|readyz)$/]

// The first page is served without the worker: what it shows is kept from then on.
clientsClaim()
cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: NOT_A_PAGE }))

self.addEventListener('message', ({ data }) => {
  // Somebody has agreed to the new version.
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})
