import { isMapFile } from '#client/service-worker/map-files.ts'

/**
 * The files that the worker precaches. They are read from the worker's code, as paths relative to
 * the worker.
 */
export function precachedUrls(worker: string) {
  return filesOf(worker).filter((url) => !isMapFile({ url }))
}

/** The files that the worker caches only when a person opens a map. */
export function mapUrls(worker: string) {
  return filesOf(worker).filter((url) => isMapFile({ url }))
}

function filesOf(worker: string) {
  return [...worker.matchAll(/"?url"?:\s*"([^"]+)"/g)].map(([, url = '']) => url)
}
