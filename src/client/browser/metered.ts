/** The Network Information API (https://wicg.github.io/netinfo/), which TypeScript's types lack. */
interface NetworkInformation extends EventTarget {
  saveData?: boolean
  type?: string
}

function networkInformation() {
  return (globalThis.navigator as { connection?: NetworkInformation } | undefined)?.connection
}

/** Whether the person has asked the browser to save data. */
export function isDataSaved() {
  const isReduced = globalThis.matchMedia?.('(prefers-reduced-data: reduce)').matches
  return networkInformation()?.saveData === true || isReduced === true
}

/**
 * Whether the connection counts as metered. A connection is metered on a mobile network, or if the
 * browser's data saver is on. On a metered connection, large downloads wait for the person's
 * consent.
 */
export function isMetered() {
  return isDataSaved() || networkInformation()?.type === 'cellular'
}

/**
 * Whether the device is on Wi-Fi or a cable. Undefined if the browser does not report the kind of
 * network.
 */
export function isOnWifi() {
  const type = networkInformation()?.type
  return type === undefined || type === 'unknown'
    ? undefined
    : type === 'wifi' || type === 'ethernet'
}

/** Calls `listener` when the network changes. Returns the unsubscribe function. */
export function watchNetworkType(listener: () => void) {
  const current = networkInformation()
  current?.addEventListener?.('change', listener)
  return () => current?.removeEventListener?.('change', listener)
}
