import './theme/tokens.css'
import './theme/base.css'
import type { QueryClient } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App, createAppRouter, reportCaught } from './app.tsx'
import { noteMissingCode } from './boot/chunk-errors.ts'
import { dropEarly } from './boot/early-requests.ts'
import {
  leaveServedHead,
  readServed,
  TakenOver,
  takeServed,
  tidyAddress,
} from './boot/hydration.ts'
import { attempt } from './browser/storage.ts'
import { whenIdle } from './browser/when-idle.ts'
import { workerContainer } from './browser/worker-container.ts'
import { installPrompt } from './features/install/install-prompt.ts'
import { keepOutbox } from './outbox/account-outbox.ts'
import { FAVORITE_PHOTOS } from './photos/photo-caches.ts'
import { notedCount } from './photos/photo-count.ts'
import { createQueryClient } from './query-store/query-client.ts'
import { leaveWithSession } from './session/leaving.ts'
import { keepAccount } from './session/persisted-account.ts'
import { session } from './session/session.ts'
import { connection } from './sync/connection.ts'

session.removeLegacy()
connection.follow()
installPrompt.holdBack()
noteMissingCode()

void start()

/** In parts, between which a page that is seen already answers whoever touches it. */
async function start() {
  // Before the router writes into the history.
  const served = readServed()
  if (served) tidyAddress()
  const queryClient = createQueryClient()
  await nextTask()

  keepAccount(queryClient)
  keepOutbox(queryClient)
  await nextTask()

  const root = document.getElementById(served ? 'drawn' : 'root')
  if (!root) throw new Error('The page has no place for the app')
  const isKept = root.dataset.kept !== undefined
  const router = createAppRouter(queryClient, undefined, {
    // Where somebody has scrolled to by then is where they are.
    scrollRestoration: () => !(isKept && root.isConnected),
  })
  leaveWithSession(queryClient, router)
  leaveServedHead(router)
  const askForAll = served && takeServed(served, queryClient, router)
  await nextTask()

  const loaded = router.load()
  // By then the page has asked for what it shows first.
  void loaded.then(() => setTimeout(dropEarly, 2_000))
  const app = <App queryClient={queryClient} router={router} />
  const options = { onCaughtError: reportCaught }
  /** When the app is on the screen, as far as there is something to wait for. */
  let inPlace = loaded
  if (askForAll) {
    // Not before the page's chunk is here: what is drawn must be what the server has drawn.
    void loaded.then(() =>
      startTransition(
        () => void hydrateRoot(root, <TakenOver onTaken={askForAll}>{app}</TakenOver>, options),
      ),
    )
  } else if (isKept) {
    const place = root.cloneNode() as HTMLElement
    delete place.dataset.kept
    startTransition(() => createRoot(place, options).render(app))
    inPlace = import('./boot/first-screen/swap-in.ts')
      .then(({ takeOver }) => takeOver({ kept: root, place, router, loaded }))
      // Without its code, what may move is better than what does not react.
      .catch(() => root.replaceWith(place))
  } else {
    window.onclick = null
    // As a transition, so that rendering gives way to loading the page's chunk and to the person.
    startTransition(() => createRoot(root, options).render(app))
  }

  // What was kept says how far photos are saved: the app does not take its place before it can.
  if (isKept) void savePhotos(queryClient)
  else afterFirstPage(inPlace, () => savePhotos(queryClient))
  addWhatCanWait(inPlace, queryClient)
}

function nextTask() {
  return new Promise((resolve) => setTimeout(resolve))
}

async function savePhotos(queryClient: QueryClient) {
  // What saving photos takes is fetched by those who have switched it on.
  const isOn = await attempt(() => caches.has(FAVORITE_PHOTOS))
  // Photos that were saved and are gone have been deleted by the browser, which is said.
  if (!isOn && notedCount() === 0) return
  // Without its code, what is missing is saved after another start.
  const photos = await import('./photos/account-photos.ts').catch(() => undefined)
  photos?.keepPhotoSaver(queryClient)
}

/** What the page itself does not need, and no loss to it where its code does not come. */
function addWhatCanWait(inPlace: Promise<void>, queryClient: QueryClient) {
  if (import.meta.env.PROD && workerContainer()) {
    afterFirstPage(inPlace, async () => {
      const notice = await import('./features/shell/version-notice.tsx').catch(() => undefined)
      notice?.followVersions()
    })
  }
  if (matchMedia('(hover: hover)').matches) {
    afterFirstPage(inPlace, async () => {
      const tooltips = await import('./ui/tooltips.ts').catch(() => undefined)
      tooltips?.showTooltips()
    })
  }
  if (import.meta.env.PROD) {
    afterFirstPage(inPlace, async () => {
      const firstScreen = await import('./boot/first-screen/keep-first-screen.ts').catch(
        () => undefined,
      )
      firstScreen?.keepFirstScreens(queryClient, new URL(import.meta.url).pathname)
    })
  }
  // Long after.
  setTimeout(async () => {
    const offline = await import('./query-store/offline-queries.ts').catch(() => undefined)
    await offline?.sweepQueries()
  }, 10_000)
}

/** What the page does without is fetched after it. */
function afterFirstPage(inPlace: Promise<void>, run: () => void) {
  void inPlace.finally(() => {
    // Its pictures too: a page that the server has drawn is there before its script is.
    if (document.readyState === 'complete') void whenIdle().then(run)
    else addEventListener('load', () => whenIdle().then(run))
  })
}
