import { isMapFile } from '#client/service-worker/map-files.ts'

/** The files that the worker precaches, read from its code, relative to its own address. */
export function precachedUrls(worker: string) {
  return filesOf(worker).filter((url) => !isMapFile({ url }))
}

/** The files that the worker caches only for whoever opens a map. */
export function mapUrls(worker: string) {
  return filesOf(worker).filter((url) => isMapFile({ url }))
}

function filesOf(worker: string) {
  return [...worker.matchAll(/"?url"?:\s*"([^"]+)"/g)].map(([, url = '']) => url)
}
