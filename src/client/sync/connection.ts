import { onlineManager } from '@tanstack/react-query'
import { createListeners } from '#client/browser/listeners.ts'
import { workerContainer } from '#client/browser/worker-container.ts'
import { REQUEST_TIMEOUT_MS } from './request-timeout.ts'
import { ABORT_STALLED_PHOTOS } from './worker-messages.ts'

/**
 * The interval of probes in a visible tab. The interval is short, so that the app soon notices when
 * the connection is back.
 */
const PROBE_INTERVAL_MS = 2_000
/** The timeout of a probe. A hanging probe occupies one of the browser's few connections. */
const PROBE_TIMEOUT_MS = 4_000
/** The delay between a loss of the connection and the first probe, in milliseconds. */
const FIRST_DELAY_MS = 1_000
/**
 * The longest delay of the first probe. If the health check fails again soon after a recovery, the
 * delay doubles. Without this, a server whose health check fails now and then would get all
 * requests again each second.
 */
const MAX_DELAY_MS = 30_000
/** A server that has been up for this many milliseconds counts as stable. */
const STABLE_AFTER_MS = 60_000
/** A request without a response after this many milliseconds counts as slow. */
const SLOW_AFTER_MS = 1_500
/**
 * The path of the health check. A captive portal answers every request, but not with the body of
 * the health check.
 */
const PROBE_PATH = '/healthz'

/**
 * The reasons why newer data is not available: no network, a captive portal, a failing server, no
 * response at all, or a slow response.
 */
export type ConnectionProblem = 'offline' | 'portal' | 'down' | 'unreachable' | 'slow'
type Loss = Exclude<ConnectionProblem, 'offline' | 'slow'>

let loss: Loss = 'unreachable'
/**
 * One callback for each slow request. The callback is called when the server answers a later probe.
 */
const slowRequests = new Set<() => void>()
/** The number of responses with a status below 500, and of successful probes. */
let successCount = 0
/** The number of our server's responses, whatever their status, and of successful probes. */
let answerCount = 0
let delay = FIRST_DELAY_MS
/** Resets `delay` when the server has been up for long enough. */
let stableTimer: ReturnType<typeof setTimeout> | undefined
let timer: ReturnType<typeof setTimeout> | undefined
/** The running probe that a call of `connection.probe` started. Undefined if there is none. */
let requestedProbe: Promise<boolean> | undefined
/** The running probe that a call of `connection.check` started. Undefined if there is none. */
let runningCheck: Promise<boolean> | undefined
const listeners = createListeners()

/**
 * Whether our server is reachable. Real requests determine this, because the browser's online state
 * is only a hint. One failed request proves nothing about the other requests, so only the health
 * check turns a failed request into a lost connection. The `onlineManager` of TanStack Query stores
 * the state.
 */
export const connection = {
  isOnline: () => onlineManager.isOnline(),

  /** The reason why newer data is not available. Undefined if there is no problem. */
  problem(): ConnectionProblem | undefined {
    if (connection.isOnline()) return slowRequests.size > 0 ? 'slow' : undefined
    return navigator.onLine ? loss : 'offline'
  },

  isProbing: () => requestedProbe !== undefined,

  /** Records a response of our server, even an error. */
  recordResponse({ isWell } = { isWell: true }) {
    if (isWell) successCount += 1
    answerCount += 1
    // While the health check fails, a response to one request says nothing about the others.
    if (!connection.isOnline() && loss !== 'down') recover()
  },

  /** Records that the connection is lost. Probes until the server answers. */
  recordLoss(why: Loss = 'unreachable') {
    const wasOnline = connection.isOnline()
    const hasChanged = loss !== why
    loss = why
    onlineManager.setOnline(false)
    if (hasChanged) listeners.tell()
    if (why === 'unreachable') {
      // Abort hanging photo downloads, because they occupy connections that the next request needs.
      workerContainer()?.controller?.postMessage({ type: ABORT_STALLED_PHOTOS })
    }
    if (!wasOnline && timer !== undefined) return
    clearTimeout(timer)
    clearTimeout(stableTimer)
    scheduleProbe(why === 'down' ? delay : FIRST_DELAY_MS)
  },

  /** Probes immediately, because a person or the browser asks. Resolves as `check` does. */
  probe() {
    requestedProbe ??= probe(REQUEST_TIMEOUT_MS).finally(() => {
      requestedProbe = undefined
      listeners.tell()
    })
    listeners.tell()
    return requestedProbe
  },

  /**
   * Finds out whether a failed request means that the connection is lost. Resolves with true if our
   * server passes the health check. Then the failure concerns only this request.
   */
  check() {
    runningCheck ??= probe(PROBE_TIMEOUT_MS, { mayRecover: loss !== 'down' }).finally(() => {
      runningCheck = undefined
    })
    return runningCheck
  },

  /** How many requests and probes our server has answered. */
  answerCount: () => answerCount,

  /**
   * Starts a timer for a request. When the timer fires, the request counts as slow and probing
   * starts. Calls `onReachable` when the server answers a later probe. Call the returned function
   * when the request ends.
   */
  watchRequest(onReachable = () => {}) {
    const tell = () => onReachable()
    const slowTimer = setTimeout(() => {
      slowRequests.add(tell)
      listeners.tell()
      if (timer === undefined) scheduleProbe(0)
    }, SLOW_AFTER_MS)
    return () => {
      clearTimeout(slowTimer)
      if (slowRequests.delete(tell)) listeners.tell()
    }
  },

  /** Calls `listener` when a value of this object changes. Returns the unsubscribe function. */
  watch(listener: () => void) {
    const stops = [listeners.watch(listener), onlineManager.subscribe(listener)]
    return () => {
      for (const stop of stops) stop()
    }
  },

  /**
   * Adopts the browser's online state, and then follows the browser's `online` and `offline`
   * events.
   */
  follow() {
    onlineManager.setEventListener(() => {
      const onOnline = () => void connection.probe()
      const onOffline = () => connection.recordLoss()
      const onVisible = () => {
        if (document.visibilityState === 'visible' && !connection.isOnline()) onOnline()
      }
      addEventListener('online', onOnline)
      addEventListener('offline', onOffline)
      document.addEventListener('visibilitychange', onVisible)
      return () => {
        removeEventListener('online', onOnline)
        removeEventListener('offline', onOffline)
        document.removeEventListener('visibilitychange', onVisible)
      }
    })
    if (!navigator.onLine) connection.recordLoss()
  },
}

/**
 * The connection problem that a response indicates, if the response does not come from our server.
 */
export function detectLoss({ type, ok, status }: Response): Loss {
  // Our server never sends a redirect, so a redirect comes from a captive portal. Requests do not
  // follow redirects, because a redirect to another origin would fail anyway.
  if (type === 'opaqueredirect' || ok || status === NETWORK_AUTHENTICATION_REQUIRED) return 'portal'
  return status >= 500 ? 'down' : 'unreachable'
}

/** The status with which a captive portal identifies itself (RFC 6585). */
const NETWORK_AUTHENTICATION_REQUIRED = 511

function recover() {
  clearTimeout(timer)
  timer = undefined
  if (loss === 'down') {
    delay = Math.min(delay * 2, MAX_DELAY_MS)
    stableTimer = setTimeout(() => {
      delay = FIRST_DELAY_MS
    }, STABLE_AFTER_MS)
  }
  onlineManager.setOnline(true)
}

/**
 * Sends a probe. Resolves with true if our server answers. `mayRecover` is false for probes that
 * failed requests cause, so that their number does not shorten the delay of the next recovery.
 */
async function probe(limit: number, { mayRecover = true } = {}) {
  const before = successCount
  const waiting = [...slowRequests]
  const why = await fetchHealth(limit)
  if (why) {
    // If the server sent any response during the probe, the server can be reached. A timeout alone
    // may only mean a slow network.
    const isLost = successCount === before && (why !== 'timeout' || !connection.isOnline())
    if (isLost) connection.recordLoss(why === 'timeout' ? 'unreachable' : why)
    return false
  }
  successCount += 1
  answerCount += 1
  if (!connection.isOnline() && mayRecover) recover()
  for (const tell of waiting) tell()
  return true
}

/** Resolves with undefined if our server answers. Otherwise resolves with the problem. */
async function fetchHealth(limit: number): Promise<Loss | 'timeout' | undefined> {
  const signal = AbortSignal.timeout(limit)
  try {
    const response = await fetch(PROBE_PATH, {
      cache: 'no-store',
      // Without credentials, browsers use a separate connection, so hanging requests do not block
      // the probe.
      credentials: 'omit',
      redirect: 'manual',
      signal,
    })
    const { status } = await response.json().catch(() => ({}))
    return response.ok && status === 'ok' ? undefined : detectLoss(response)
  } catch {
    return signal.aborted ? 'timeout' : 'unreachable'
  }
}

/** Schedules a probe, even while an earlier probe hangs, because the network may have changed. */
function scheduleProbe(milliseconds: number) {
  timer = setTimeout(() => {
    timer = undefined
    // In a hidden tab, probing only drains the battery.
    const isNeeded = !connection.isOnline() || slowRequests.size > 0
    if (!isNeeded || document.visibilityState !== 'visible') return
    scheduleProbe(PROBE_INTERVAL_MS)
    void probe(PROBE_TIMEOUT_MS)
  }, milliseconds)
}
