/**
 * The delay for browsers without `requestIdleCallback`, such as Safari. They finish rendering
 * within it. In milliseconds.
 */
const FALLBACK_DELAY_MS = 300

/** Resolves when the page is idle, so that a slow phone can finish rendering first. */
export function whenIdle() {
  return new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve())
    else setTimeout(resolve, FALLBACK_DELAY_MS)
  })
}
