import { onlineManager } from '@tanstack/react-query'
import { createListeners } from '#client/browser/listeners.ts'
import { workerContainer } from '#client/browser/worker-container.ts'
import { KEEPS, SKIP_WAITING } from './worker-messages.ts'

/** An app that somebody turns to looks for a new version at most this often; milliseconds. */
const LOOK_EVERY = 60_000
/** How long the new version may take to take over before the update counts as failed; milliseconds. */
const UPDATE_TIMEOUT_MS = 20_000

declare global {
  interface Document {
    /** The last field that was typed in before anybody took note of what is. */
    typedIn?: Element
  }
}

/** What there is to say of the version: nothing; another waits; it is taken up, or could not be. */
export type VersionNews = 'none' | 'new-version' | 'updating' | 'failed'

let news: VersionNews = 'none'
const listeners = createListeners()

let updateTimer: ReturnType<typeof setTimeout> | undefined
let registration: ServiceWorkerRegistration | undefined
/** The form that was changed last and not sent: what stands in it would be lost. */
let draft: Element | null = null

/** The version of the app that runs, and the next one. */
export const updates = {
  news: () => news,

  /** Calls `listener` when there is other news. Returns how to stop. */
  watch: listeners.watch,

  /** Moves every open tab on to the new version. */
  accept() {
    tell('updating')
    updateTimer = setTimeout(failUpdate, UPDATE_TIMEOUT_MS)
    const waiting = registration?.waiting
    if (waiting) activate(waiting)
    // Another tab has moved on, and this one was held back.
    else location.reload()
  },

  /** The new version comes with the next start, when no tab runs this one any more. */
  dismiss: () => tell('none'),
}

/** Registers the worker, then looks for new versions for as long as the page lives. */
export async function keepUpToDate() {
  const serviceWorker = workerContainer()
  if (!serviceWorker) return
  followController(serviceWorker)
  // Where it may not be registered, as in a private window, the app works as a website does.
  registration = await serviceWorker.register('/sw.js').catch(() => undefined)
  if (!registration) return

  registration.addEventListener('updatefound', heed)
  heed()
  lookForUpdates(registration)
}

/** Moves this tab on when another version has taken over, whichever tab agreed to it. */
function followController(serviceWorker: ServiceWorkerContainer) {
  let { controller } = serviceWorker
  draft = document.typedIn?.closest('form') ?? null
  window.oninput = null
  addEventListener('input', ({ target }) => {
    draft = target instanceof Element ? target.closest('form') : null
  })
  addEventListener('submit', () => {
    draft = null
  })
  serviceWorker.addEventListener('controllerchange', () => {
    // The worker of a first visit has taken nobody's place.
    const isFirst = controller === null
    controller = serviceWorker.controller
    if (news === 'updating') location.reload()
    // An update that was given up may still succeed.
    else if (!isFirst || news === 'failed') moveOn()
  })
  // It may have taken over before anybody listened.
  if (controller) askForBuild(controller)
}

/** Tells the waiting worker to take over. A worker that cannot becomes redundant, or never answers. */
function activate(waiting: ServiceWorker) {
  waiting.addEventListener('statechange', () => {
    if (waiting.state === 'redundant') failUpdate()
  })
  try {
    waiting.postMessage({ type: SKIP_WAITING })
  } catch {
    failUpdate()
  }
}

function failUpdate() {
  if (news === 'updating') tell('failed')
}

function moveOn() {
  // The person who agreed did so in another tab, and may not think of what they began here.
  if (draft?.isConnected) tell('new-version')
  else location.reload()
}

/** Moves this tab on when the worker that serves it is of another build. */
function askForBuild(worker: ServiceWorker) {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data: isSame }) => {
    port1.close()
    if (isSame === false) moveOn()
  }
  worker.postMessage({ type: KEEPS, file: new URL(import.meta.url).pathname }, [port2])
}

/** Takes note of the worker that is being installed, or waits. */
function heed() {
  if (!registration) return
  const { installing, waiting, active } = registration
  if (waiting && active) tell('new-version')
  installing?.addEventListener('statechange', () => {
    if (active && installing.state === 'installed') tell('new-version')
  })
}

/** Registering has looked for the first time. */
function lookForUpdates(registration: ServiceWorkerRegistration) {
  let lookedAt = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    timer = undefined
    lookedAt = performance.now()
    registration.update().catch(() => undefined)
  }
  // Somebody who turns to the app soon after the last look hears of a new version within a minute too.
  const lookSoon = () => {
    if (document.visibilityState !== 'visible') return
    timer ??= setTimeout(look, Math.max(0, lookedAt + LOOK_EVERY - performance.now()))
  }
  document.addEventListener('visibilitychange', lookSoon)
  addEventListener('focus', lookSoon)
  onlineManager.subscribe((isOnline) => isOnline && look())
}

function tell(latest: VersionNews) {
  clearTimeout(updateTimer)
  news = latest
  listeners.tell()
}
