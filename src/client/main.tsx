import './theme/tokens.css'
import './theme/base.css'
import type { QueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { followSession } from './account-session/follow-session.ts'
import { persistAccount } from './account-session/persisted-account.ts'
import { dropEarlyRequests } from './api/early-requests.ts'
import { App, createAppRouter, reportCaught } from './app.tsx'
import {
  Hydrated,
  hydrateQuery,
  readServerData,
  removeFirstPageTags,
  removeForeignParams,
} from './boot/hydration.ts'
import { watchChunkErrors } from './browser/chunk-errors.ts'
import { attempt } from './browser/storage.ts'
import { whenIdle } from './browser/when-idle.ts'
import { workerContainer } from './browser/worker-container.ts'
import { catalogueMark } from './catalogue/catalogue-mark.ts'
import { createQueryClient } from './data/query-client.ts'
import { syncFavorites } from './favorites/set-favorite.ts'
import { installPrompt } from './features/install/install-prompt.ts'
import { SAVED_PHOTOS } from './photos/photo-caches.ts'
import { readPhotoCount } from './photos/photo-marks.ts'
import { session } from './session/session.ts'
import { connection } from './sync/connection.ts'
import { followNotifications } from './sync/follow-notifications.ts'

session.removeLegacy()
connection.follow()
installPrompt.defer()
watchChunkErrors()

void start()

/** Opens the catalogue on this device while the app starts, so that the first search finds it open. */
async function openCatalogue() {
  // If this code fails to load, the first search opens the catalogue.
  const code = await import('./catalogue/ask-catalogue.ts').catch(() => undefined)
  code?.prepareSearches()
}

/** Starts the app in several tasks, so that a visible page can react to taps between the tasks. */
async function start() {
  // Read the server's data before the router writes to the history, because `readServerData` checks
  // the history.
  const serverData = readServerData()
  if (serverData) removeForeignParams()
  const queryClient = createQueryClient()
  await nextTask()

  persistAccount(queryClient)
  if (location.pathname === '/listings' && catalogueMark.isReady()) void openCatalogue()
  syncFavorites(queryClient)
  await nextTask()

  const root = document.getElementById(serverData ? 'drawn' : 'root')
  if (!root) throw new Error('The page lacks the element that the app renders into')
  let isFirstRender = true
  const router = createAppRouter(queryClient, undefined, {
    // The person may have scrolled a server-rendered page before the app was ready. Keep the scroll
    // position when the app hydrates the page.
    scrollRestoration: () => {
      const keepsScroll = isFirstRender && serverData !== null
      isFirstRender = false
      return !keepsScroll
    },
  })
  followSession(queryClient, router)
  followNotifications((path) => router.history.push(path))
  removeFirstPageTags(router)
  const refetchAll = serverData && hydrateQuery(serverData, queryClient, router)
  await nextTask()

  const loaded = router.load()
  // After this delay, the app has sent the requests of its first page. Abort the early requests
  // (sent before the app had loaded) that the app has not used.
  void loaded.then(() => setTimeout(dropEarlyRequests, 2_000))
  const page = <App queryClient={queryClient} router={router} />
  const options = { onCaughtError: reportCaught }
  if (refetchAll) {
    // Hydration needs the page's chunk, because the first render must match the server's markup.
    void loaded.then(() =>
      startTransition(
        () => void hydrateRoot(root, <Hydrated onHydrated={refetchAll}>{page}</Hydrated>, options),
      ),
    )
  } else {
    window.onclick = null
    // Inside a transition, React can pause rendering to load the page's chunk and to handle input.
    startTransition(() => createRoot(root, options).render(page))
  }

  afterFirstPage(loaded, () => savePhotos(queryClient))
  loadOptionalFeatures(loaded, queryClient)
}

function nextTask() {
  return new Promise((resolve) => setTimeout(resolve))
}

async function savePhotos(queryClient: QueryClient) {
  // Load the code for saving photos only if the person has switched on photo saving on this device.
  const isOn = await attempt(async () => {
    const names = await caches.keys()
    return SAVED_PHOTOS.some((name) => names.includes(name))
  })
  // If the photo count is not zero but the cache is missing, the browser has evicted the photos.
  // Start the photo saver in this case too, because it tells the person about the eviction.
  if (!isOn && SAVED_PHOTOS.every((name) => readPhotoCount(name) === 0)) return
  // If the photo saver's code fails to load, the next start saves the missing photos.
  const photos = await import('./photos/account-photos.ts').catch(() => undefined)
  photos?.runPhotoSavers(queryClient)
}

/** Optional features. If their code fails to load, the page still works. */
function loadOptionalFeatures(loaded: Promise<void>, queryClient: QueryClient) {
  if (import.meta.env.PROD && workerContainer()) {
    afterFirstPage(loaded, async () => {
      const notice = await import('./features/shell/version-notice.tsx').catch(() => undefined)
      notice?.followVersions()
    })
  }
  if (matchMedia('(hover: hover)').matches) {
    afterFirstPage(loaded, async () => {
      const tooltips = await import('./ui/tooltips.ts').catch(() => undefined)
      tooltips?.showTooltips()
    })
  }
  afterFirstPage(loaded, async () => {
    const devices = await import('./account-session/follow-other-devices.ts').catch(() => undefined)
    devices?.followOtherDevices(queryClient)
  })
  afterFirstPage(loaded, async () => {
    const offline = await import('./features/offline/keep-catalogue.ts').catch(() => undefined)
    offline?.keepCatalogue(queryClient)
  })
  // Load the sync of notes on every page, so that it sends the notes that earlier pages could not
  // send.
  afterFirstPage(loaded, async () => {
    const notes = await import('./notes/notes-sync.ts').catch(() => undefined)
    notes?.syncNotes(queryClient)
  })
  afterFirstPage(loaded, async () => {
    if (session.userId() === undefined) return
    const photos = await import('./notes/own-photos/finish-earlier.ts').catch(() => undefined)
    await attempt(async () => photos?.finishEarlierPhotos())
  })
  // Delay the cleanup, because it is not urgent.
  setTimeout(async () => {
    const rows = await import('./query-store/persisted-rows.ts').catch(() => undefined)
    await rows?.sweepQueries()
  }, 10_000)
}

/** Runs `run` after the first page is complete, so that `run` does not delay the page. */
function afterFirstPage(loaded: Promise<void>, run: () => void) {
  void loaded.finally(() => {
    // The first page can be visible before its images are loaded, because the server's markup
    // appears before this script runs. Wait for the images too. If `run` started earlier, its
    // downloads would delay the images.
    if (document.readyState === 'complete') void whenIdle().then(run)
    else addEventListener('load', () => whenIdle().then(run))
  })
}
