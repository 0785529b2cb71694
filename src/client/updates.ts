import { onlineManager } from '@tanstack/react-query'
import { now } from './clock.ts'
import { createListeners } from './listeners.ts'
import { KEEPS, SKIP_WAITING } from './worker-messages.ts'

/** An app that comes back to the foreground looks for a new version this often; milliseconds. */
const LOOK_EVERY = 60 * 60_000
/** How long the first news is shown, which asks for nothing; milliseconds. */
const SAID_FOR = 5_000

declare global {
  interface Document {
    /** The last field that was typed in before anybody took note of what is. */
    typedIn?: Element
  }
}

/** What there is to say of the version: nothing; it is kept for offline; another waits; it is taken up. */
export type VersionNews = 'none' | 'ready-offline' | 'new-version' | 'updating'

let news: VersionNews = 'none'
const listeners = createListeners()

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
    const waiting = registration?.waiting
    if (waiting) waiting.postMessage({ type: SKIP_WAITING })
    // Another tab has moved on, and this one was held back.
    else location.reload()
  },

  /** The new version comes with the next start, when no tab runs this one any more. */
  dismiss: () => tell('none'),
}

/** Registers the worker, then looks for new versions for as long as the page lives. */
export async function keepUpToDate() {
  const { serviceWorker } = navigator
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
    else if (!isFirst) moveOn()
  })
  // It may have taken over before anybody listened.
  if (controller) askForBuild(controller)
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
    if (!active && installing.state === 'activated') sayReady()
  })
}

function sayReady() {
  tell('ready-offline')
  setTimeout(() => news === 'ready-offline' && tell('none'), SAID_FOR)
}

/** Registering has looked for the first time. */
function lookForUpdates(registration: ServiceWorkerRegistration) {
  let lookedAt = now().getTime()
  const look = () => {
    lookedAt = now().getTime()
    registration.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', () => {
    const isDue = now().getTime() - lookedAt > LOOK_EVERY
    if (document.visibilityState === 'visible' && isDue) look()
  })
  onlineManager.subscribe((isOnline) => isOnline && look())
}

function tell(latest: VersionNews) {
  news = latest
  listeners.tell()
}
