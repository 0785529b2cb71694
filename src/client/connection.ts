import { onlineManager } from '@tanstack/react-query'
import { createListeners } from './listeners.ts'
import { REQUEST_TIMEOUT } from './request-timeout.ts'

/** From one question to the next, twice as long each time; milliseconds. */
const FIRST_DELAY = 1_000
const LONGEST_DELAY = 30_000
/** Whether our server answers at all; a portal on the way answers to everything, but not with this. */
const PROBE = '/healthz'

let delay = FIRST_DELAY
let timer: ReturnType<typeof setTimeout> | undefined
let probing: Promise<boolean> | undefined
const listeners = createListeners()

/**
 * Whether our server can be reached, learnt from real requests: what the browser says of its
 * network is a hint. Query's `onlineManager` holds the answer.
 */
export const connection = {
  isOnline: () => onlineManager.isOnline(),

  /** Whether we are asking just now. */
  isProbing: () => probing !== undefined,

  /** Our server has answered. */
  heard() {
    delay = FIRST_DELAY
    clearTimeout(timer)
    timer = undefined
    onlineManager.setOnline(true)
  },

  /** A request was not answered, or by somebody else. From now on we ask until it is. */
  lost() {
    onlineManager.setOnline(false)
    if (timer === undefined && !probing) probeLater()
  },

  /** Asks at once. Resolves with whether our server is there. */
  probe() {
    clearTimeout(timer)
    timer = undefined
    probing ??= ask().finally(() => {
      probing = undefined
      listeners.tell()
    })
    listeners.tell()
    return probing
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
      const onVisible = () => {
        if (document.visibilityState === 'visible' && !connection.isOnline()) onOnline()
      }
      addEventListener('online', onOnline)
      addEventListener('offline', connection.lost)
      document.addEventListener('visibilitychange', onVisible)
      return () => {
        removeEventListener('online', onOnline)
        removeEventListener('offline', connection.lost)
        document.removeEventListener('visibilitychange', onVisible)
      }
    })
    if (!navigator.onLine) connection.lost()
  },
}

async function ask() {
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT)
    const response = await fetch(PROBE, { cache: 'no-store', signal })
    const { status } = await response.json()
    // How long to wait is forgotten with the first real answer, and not with this one:
    // a server that says it is well and serves nothing must not be asked without end.
    if (response.ok && status === 'ok') {
      onlineManager.setOnline(true)
      return true
    }
  } catch {
    // As good as no.
  }
  probeLater()
  return false
}

function probeLater() {
  timer = setTimeout(() => {
    timer = undefined
    // While nobody looks, asking in vain only costs battery.
    const isWaitedFor = !connection.isOnline() && document.visibilityState === 'visible'
    if (isWaitedFor) void connection.probe()
  }, delay)
  delay = Math.min(delay * 2, LONGEST_DELAY)
}
