/** What the worker keeps from its installation on, by addresses relative to its own, as its code says. */
export function precachedUrls(worker: string) {
  return [...worker.matchAll(/"?url"?:\s*"([^"]+)"/g)].map(([, url = '']) => url)
}
