/** The files that the worker precaches, read from its code, relative to its own address. */
export function precachedUrls(worker: string) {
  return [...worker.matchAll(/"?url"?:\s*"([^"]+)"/g)].map(([, url = '']) => url)
}
