import { onlineManager } from '@tanstack/react-query'
import { messageSW, Workbox } from 'workbox-window'
import { createStore } from '#client/browser/listeners.ts'
import { workerContainer } from '#client/browser/worker-container.ts'
import { CHECK_BUILD, SKIP_WAITING } from './worker-messages.ts'

/** The minimum interval in milliseconds between two checks for a new version. */
const CHECK_INTERVAL_MS = 60_000
/** How many milliseconds the new version may take to activate before the update fails. */
const UPDATE_TIMEOUT_MS = 20_000

declare global {
  interface Document {
    /** The last field that the person typed in before the app listened for input. */
    typedIn?: Element
  }
}

/**
 * The state of an update. There is no new version, or the new version is waiting, is activating, or
 * has failed to start.
 */
export type VersionState = 'none' | 'new-version' | 'updating' | 'failed'

const state = createStore<VersionState>('none')

let updateTimer: ReturnType<typeof setTimeout> | undefined
let registration: ServiceWorkerRegistration | undefined
/**
 * The last form that the person changed and did not submit. A reload would lose the input in this
 * form.
 */
let draft: Element | null = null

/** The state of the update to a new version. The person can accept or dismiss the update. */
export const updates = {
  state: state.current,
  watch: state.watch,

  /**
   * Activates the new version and reloads all tabs, except other tabs with an unsubmitted form.
   * These tabs show a notice and reload when the person accepts the update there.
   */
  accept() {
    setState('updating')
    updateTimer = setTimeout(failUpdate, UPDATE_TIMEOUT_MS)
    const waiting = registration?.waiting
    if (waiting) activate(waiting)
    // No version is waiting, because another tab has already activated the new version. At that
    // time, this tab did not reload, because it had an unsubmitted form.
    else location.reload()
  },

  /**
   * Hides the update notice. The new version starts after all tabs of the running version have
   * closed.
   */
  dismiss: () => setState('none'),
}

/** Registers the service worker, then checks for new versions while the page is open. */
export async function keepUpToDate() {
  if (!workerContainer()) return
  const workbox = new Workbox('/sw.js')
  // If the browser refuses to register the service worker, as in a private window, the app works as
  // a plain website.
  registration = await workbox.register().catch(() => undefined)
  if (!registration) return

  noteDrafts()
  followController(workbox)
  // If another tab finds updates, Workbox reports only the first one. So also listen to the
  // registration, which reports every update.
  registration.addEventListener('updatefound', reportVersion)
  reportVersion()
  lookForUpdates(workbox)
}

/** Tracks the form with unsubmitted input. A reload for an update would delete this input. */
function noteDrafts() {
  draft = document.typedIn?.closest('form') ?? null
  window.oninput = null
  addEventListener('input', ({ target }) => {
    draft = target instanceof Element ? target.closest('form') : null
  })
  addEventListener('submit', () => {
    draft = null
  })
}

/**
 * Reloads this tab when another version takes control. If another tab accepted the update while
 * this tab has an unsubmitted form, this tab only reports the new version.
 */
function followController(workbox: Workbox) {
  let { controller } = navigator.serviceWorker
  workbox.addEventListener('controlling', () => {
    // On a first visit, the service worker replaces no older worker, so no reload is needed.
    const isFirst = controller === null
    controller = navigator.serviceWorker.controller
    if (state.current() === 'updating') location.reload()
    // An update that timed out may still succeed later.
    else if (!isFirst || state.current() === 'failed') reloadUnlessDraft()
  })
  // Check once now, because the service worker may have changed before this listener was added.
  if (controller) void reloadIfOtherBuild(controller)
}

/**
 * Tells the waiting service worker to activate. The worker may also become redundant, or never
 * respond.
 */
function activate(waiting: ServiceWorker) {
  waiting.addEventListener('statechange', () => {
    if (waiting.state === 'redundant') failUpdate()
  })
  // Workbox's `messageSkipWaiting` would not report that the service worker is gone.
  messageSW(waiting, { type: SKIP_WAITING }).catch(failUpdate)
}

function failUpdate() {
  if (state.current() === 'updating') setState('failed')
}

function reloadUnlessDraft() {
  // Another tab accepted the update. A reload would lose a draft (an unsubmitted form) in this tab.
  if (draft?.isConnected) setState('new-version')
  else location.reload()
}

async function reloadIfOtherBuild(worker: ServiceWorker) {
  const file = new URL(import.meta.url).pathname
  if ((await messageSW(worker, { type: CHECK_BUILD, file })) === false) reloadUnlessDraft()
}

/** Reports a waiting version immediately, and an installing version once it is installed. */
function reportVersion() {
  if (!registration) return
  const { installing, waiting, active } = registration
  if (waiting && active) setState('new-version')
  installing?.addEventListener('statechange', () => {
    if (active && installing.state === 'installed') setState('new-version')
  })
}

/**
 * Checks for new versions at an interval. The interval starts now, because registering the service
 * worker has already checked once.
 */
function lookForUpdates(workbox: Workbox) {
  let checkedAt = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    clearTimeout(timer)
    timer = undefined
    checkedAt = performance.now()
    workbox.update().catch(() => undefined)
  }
  // If the person returns soon after the last check, delay the next check instead of skipping it.
  const checkSoon = () => {
    if (document.visibilityState !== 'visible') return
    timer ??= setTimeout(check, Math.max(0, checkedAt + CHECK_INTERVAL_MS - performance.now()))
  }
  document.addEventListener('visibilitychange', checkSoon)
  addEventListener('focus', checkSoon)
  onlineManager.subscribe((isOnline) => isOnline && check())
}

function setState(latest: VersionState) {
  clearTimeout(updateTimer)
  state.set(latest)
}
