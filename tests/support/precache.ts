/**
 * The files that the worker precaches, as paths relative to the worker. Reads the paths from the
 * worker's code.
 */
export function precachedUrls(worker: string) {
  return [...worker.matchAll(/"?url"?:\s*"([^"]+)"/g)].map(([, url = '']) => url)
}
