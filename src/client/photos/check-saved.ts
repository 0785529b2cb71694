import { workerContainer } from '#client/browser/worker-container.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { canBeShown } from './get-photo.ts'
import { savedAddresses } from './photo-caches.ts'
import { favoriteCache } from './saved-caches.ts'

/** What a house would lack offline: some photos, or its record. */
export interface IncompleteHouse {
  listing: Listing
  photos: number
  isRecordMissing: boolean
}

export interface CheckResult {
  incomplete: IncompleteHouse[]
  /** Whether the app can start offline. */
  opens: boolean
}

/**
 * Opens every house as the app would open it offline, through the service worker and from storage.
 * `savedIds` holds the ids of houses with a saved record. `onHouse` receives the number of checked
 * houses.
 */
export async function checkSaved(
  listings: Listing[],
  savedIds: ReadonlySet<string>,
  onHouse: (count: number) => void,
): Promise<CheckResult> {
  // Without a service worker, nothing opens offline.
  if (!workerContainer()?.controller) return { incomplete: [], opens: false }
  const incomplete: IncompleteHouse[] = []
  for (const [index, listing] of listings.entries()) {
    const addresses = savedAddresses(listing.images)
    const opens = await Promise.all(addresses.map(opensFromCache))
    const broken = addresses.filter((_, position) => !opens[position])
    // A broken photo in the cache would never be downloaded again, so delete it.
    await favoriteCache.drop(broken)
    const isRecordMissing = !savedIds.has(listing.id)
    if (broken.length > 0 || isRecordMissing) {
      incomplete.push({ listing, photos: broken.length, isRecordMissing })
    }
    onHouse(index + 1)
  }
  return { incomplete, opens: await isShellCached() }
}

/** Reads from the caches only, as an offline page would. */
async function opensFromCache(address: string) {
  try {
    const response = await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' })
    return response.ok && (await canBeShown(await response.blob()))
  } catch {
    return false
  }
}

async function isShellCached() {
  for (const name of await caches.keys()) {
    if (!name.includes('precache')) continue
    const cache = await caches.open(name)
    if (await cache.match('/index.html', { ignoreSearch: true })) return true
  }
  return false
}
