/** What some browsers tell of the line (https://wicg.github.io/netinfo/), of which TypeScript does not know. */
interface Line extends EventTarget {
  saveData?: boolean
  type?: string
}

function line() {
  return (globalThis.navigator as { connection?: Line } | undefined)?.connection
}

/** Whether the person has asked for as little data as possible. */
export function isDataSaved() {
  const isReduced = globalThis.matchMedia?.('(prefers-reduced-data: reduce)').matches
  return line()?.saveData === true || isReduced === true
}

/** Whether data may cost money, as far as the browser tells: then nothing large is fetched unasked. */
export function isMetered() {
  return isDataSaved() || line()?.type === 'cellular'
}

/** Calls `listener` when the line is another. Returns how to stop. */
export function watchLine(listener: () => void) {
  const current = line()
  current?.addEventListener?.('change', listener)
  return () => current?.removeEventListener?.('change', listener)
}
