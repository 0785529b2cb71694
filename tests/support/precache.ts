import { isMapFile } from '#client/service-worker/map-files.ts'

/**
 * The files that the worker precaches, as paths relative to the worker. Reads the paths from the
 * worker's code.
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
