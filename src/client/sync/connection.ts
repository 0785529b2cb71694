import { onlineManager } from '@tanstack/react-query'
import { createListeners } from '#client/browser/listeners.ts'
import { workerContainer } from '#client/browser/worker-container.ts'
import { REQUEST_TIMEOUT } from './request-timeout.ts'
import { GIVE_UP_SILENT_PHOTOS } from './worker-messages.ts'

/** From one probe to the next while somebody looks, so that a returning server is seen soon; milliseconds. */
const PROBE_EVERY = 2_000
/** A probe that hangs longer holds one of the few connections that browsers open; milliseconds. */
const PROBE_TIMEOUT = 4_000
/** The first probe after a lost request; twice as long each time that probes are answered and requests are not; milliseconds. */
const FIRST_DELAY = 1_000
const LONGEST_DELAY = 30_000
/** After this much silence a request counts as slow; milliseconds. */
const SLOW_AFTER = 1_500
/** Whether our server answers at all; a portal on the way answers to everything, but not with this. */
const PROBE = '/healthz'

/**
 * Why nothing newer can be had: the device has no network; a captive portal answers in place of our
 * server; a proxy says that our server fails; nobody answers; or an answer takes long.
 */
export type Trouble = 'offline' | 'portal' | 'down' | 'unreachable' | 'slow'
type Loss = Exclude<Trouble, 'offline' | 'slow'>

let loss: Loss = 'unreachable'
/** What to tell the requests that have been silent for too long: that a probe was answered which was sent after them. */
const silent = new Set<() => void>()
/** How many answers said that our server is well, and how many real requests it has answered. */
let wellAnswers = 0
let heard = 0
let delay = FIRST_DELAY
let timer: ReturnType<typeof setTimeout> | undefined
/** The probe that somebody has asked for. */
let asked: Promise<boolean> | undefined
const listeners = createListeners()

/**
 * Whether our server can be reached, learnt from real requests: what the browser says of its
 * network is a hint. Query's `onlineManager` holds the answer.
 */
export const connection = {
  isOnline: () => onlineManager.isOnline(),

  /** Why nothing newer can be had; undefined when all is well. */
  trouble(): Trouble | undefined {
    if (connection.isOnline()) return silent.size > 0 ? 'slow' : undefined
    return navigator.onLine ? loss : 'offline'
  },

  /** Whether a probe that somebody has asked for is on its way. */
  isProbing: () => asked !== undefined,

  /** Our server has answered, be it that it fails. */
  heard({ isWell } = { isWell: true }) {
    if (isWell) wellAnswers += 1
    heard += 1
    delay = FIRST_DELAY
    clearTimeout(timer)
    timer = undefined
    onlineManager.setOnline(true)
  },

  /** A request was not answered, or by somebody else. From now on we probe until it is. */
  lost(why: Loss = 'unreachable') {
    const isNews = loss !== why
    loss = why
    onlineManager.setOnline(false)
    if (isNews) listeners.tell()
    if (why === 'unreachable') {
      // Photos that hang hold connections which the next request needs.
      workerContainer()?.controller?.postMessage({ type: GIVE_UP_SILENT_PHOTOS })
    }
    if (timer === undefined) probeIn(delay)
  },

  /** Probes at once. Resolves with whether our server is there. */
  probe() {
    asked ??= probe(REQUEST_TIMEOUT).finally(() => {
      asked = undefined
      listeners.tell()
    })
    listeners.tell()
    return asked
  },

  /** How many real requests our server has answered. */
  heardCount: () => heard,

  /**
   * Counts a request as slow when it takes long, and probes from then on. `onAnswering` is called
   * when a probe is answered that was sent after it. Returns how to say that the request is over.
   */
  expectAnswer(onAnswering = () => {}) {
    const tell = () => onAnswering()
    const patience = setTimeout(() => {
      silent.add(tell)
      listeners.tell()
      if (timer === undefined) probeIn(0)
    }, SLOW_AFTER)
    return () => {
      clearTimeout(patience)
      if (silent.delete(tell)) listeners.tell()
    }
  },

  /** Calls `listener` when any of this changes. Returns how to stop. */
  watch(listener: () => void) {
    const stops = [listeners.watch(listener), onlineManager.subscribe(listener)]
    return () => {
      for (const stop of stops) stop()
    }
  },

  /** Begins with what the browser believes, and takes its hints from then on. */
  follow() {
    onlineManager.setEventListener(() => {
      const onOnline = () => void connection.probe()
      const onOffline = () => connection.lost()
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
    if (!navigator.onLine) connection.lost()
  },
}

/** What an answer that is not our server's says of the way there. */
export function lossOf({ type, ok, status }: Response): Loss {
  // A redirect, which our server never gives, is not followed: to another origin it would only fail.
  if (type === 'opaqueredirect' || ok || status === NETWORK_AUTHENTICATION_REQUIRED) return 'portal'
  return status >= 500 ? 'down' : 'unreachable'
}

/** RFC 6585: a portal that is honest. */
const NETWORK_AUTHENTICATION_REQUIRED = 511

async function probe(limit: number) {
  const before = wellAnswers
  const waiting = [...silent]
  const why = await ask(limit)
  if (why) {
    // An answer that came meanwhile knows better. Silence alone may be a slow network.
    const isLost = wellAnswers === before && (why !== 'silent' || !connection.isOnline())
    if (isLost) connection.lost(why === 'silent' ? 'unreachable' : why)
    return false
  }
  wellAnswers += 1
  if (!connection.isOnline()) {
    clearTimeout(timer)
    timer = undefined
    // The delay starts anew with the first real answer, and not with this one: a server that says it
    // is well and serves nothing must not be asked without end.
    delay = Math.min(delay * 2, LONGEST_DELAY)
    onlineManager.setOnline(true)
  }
  for (const tell of waiting) tell()
  return true
}

/** Undefined when our server is there, else what is in the way. */
async function ask(limit: number): Promise<Loss | 'silent' | undefined> {
  const signal = AbortSignal.timeout(limit)
  try {
    const response = await fetch(PROBE, {
      cache: 'no-store',
      // Browsers send it over connections of its own, so it does not wait behind requests that hang.
      credentials: 'omit',
      redirect: 'manual',
      signal,
    })
    const { status } = await response.json().catch(() => ({}))
    return response.ok && status === 'ok' ? undefined : lossOf(response)
  } catch {
    return signal.aborted ? 'silent' : 'unreachable'
  }
}

/** A probe that hangs keeps the next one from nothing: the network may have changed meanwhile. */
function probeIn(milliseconds: number) {
  timer = setTimeout(() => {
    timer = undefined
    // While nobody looks, asking in vain only costs battery.
    const isNeeded = !connection.isOnline() || silent.size > 0
    if (!isNeeded || document.visibilityState !== 'visible') return
    probeIn(PROBE_EVERY)
    void probe(PROBE_TIMEOUT)
  }, milliseconds)
}
