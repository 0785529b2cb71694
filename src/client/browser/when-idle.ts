/**
 * The delay in milliseconds for browsers without `requestIdleCallback`, such as Safari. A page is
 * usually rendered within this time.
 */
const FALLBACK_DELAY_MS = 300

/** Resolves when the page is idle, so that a slow phone can finish rendering first. */
export function whenIdle() {
  return new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve())
    else setTimeout(resolve, FALLBACK_DELAY_MS)
  })
}
