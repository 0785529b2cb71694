/** Where browsers do not say when they are idle, as Safari: they draw what they were about to within this; milliseconds. */
const SOON = 300

/** Resolves when the page has nothing else to do: a slow phone draws first what was asked for. */
export function whenIdle() {
  return new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve())
    else setTimeout(resolve, SOON)
  })
}
