import { getPhoto } from './get-photo.ts'
import type { PhotoCache } from './open-photo-cache.ts'

/** How many photos download at the same time. The rest of the bandwidth is left for browsing. */
const MAX_PARALLEL_DOWNLOADS = 3

interface Downloads {
  cache: Pick<PhotoCache, 'readSize' | 'save'>
  /** The address of the photo to save next; undefined when there is none. */
  next: () => string | undefined
  onStart: (address: string) => void
  onSaved: (address: string, bytes: number) => void
  /** `error` is undefined for a download that was aborted. */
  onFailed: (address: string, error?: unknown) => void
  /** Called when the photo could not be saved because saving was switched off. */
  onSwitchedOff: (address: string) => Promise<void>
}

/** Downloads photos in parallel until `next` returns undefined. */
export async function runDownloads(downloads: Downloads, signal: AbortSignal) {
  await Promise.all(
    Array.from({ length: MAX_PARALLEL_DOWNLOADS }, () => downloadOneByOne(downloads, signal)),
  )
}

async function downloadOneByOne(downloads: Downloads, signal: AbortSignal) {
  const next = () => (signal.aborted ? undefined : downloads.next())
  for (let address = next(); address; address = next()) {
    downloads.onStart(address)
    try {
      const bytes = await save(downloads.cache, address, signal)
      if (bytes === undefined) return await downloads.onSwitchedOff(address)
      downloads.onSaved(address, bytes)
    } catch (error) {
      downloads.onFailed(address, signal.aborted ? undefined : error)
    }
  }
}

/** Resolves with the size in bytes, or undefined when saving was switched off. */
async function save(cache: Downloads['cache'], address: string, signal: AbortSignal) {
  // If another tab has saved this photo since `next` returned it, do not download it again.
  const there = await cache.readSize(address)
  if (there !== undefined) return there
  const photo = await getPhoto(address, signal)
  return (await cache.save(address, photo)) ? photo.size : undefined
}
