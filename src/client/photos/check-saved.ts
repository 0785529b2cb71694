import { workerContainer } from '#client/browser/worker-container.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { canBeShown, dropPhotos } from './favorite-photos.ts'
import { keptAddresses } from './photo-caches.ts'

/** What would be missing of a house without a network: so many photos, or all that is known of it. */
export interface Gap {
  listing: Listing
  photos: number
  isRecordMissing: boolean
}

export interface Findings {
  gaps: Gap[]
  /** Whether the app itself opens without a network. */
  opens: boolean
}

/**
 * Opens every house as it would be opened without a network, through the worker and from what is
 * kept. `kept` are the ids of the houses that would be known; `onHouse` hears how many were opened.
 */
export async function checkSaved(
  listings: Listing[],
  kept: ReadonlySet<string>,
  onHouse: (count: number) => void,
): Promise<Findings> {
  // Without a worker nobody answers in place of the network.
  if (!workerContainer()?.controller) return { gaps: [], opens: false }
  const gaps: Gap[] = []
  for (const [index, listing] of listings.entries()) {
    const addresses = keptAddresses(listing.images)
    const opens = await Promise.all(addresses.map(opensFromCache))
    const broken = addresses.filter((_, position) => !opens[position])
    // What is there and cannot be shown would not be fetched again.
    await dropPhotos(broken)
    const isRecordMissing = !kept.has(listing.id)
    if (broken.length > 0 || isRecordMissing) {
      gaps.push({ listing, photos: broken.length, isRecordMissing })
    }
    onHouse(index + 1)
  }
  return { gaps, opens: await isShellKept() }
}

/** Never by way of the network: this is what a page without one would get. */
async function opensFromCache(address: string) {
  try {
    const response = await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' })
    return response.ok && (await canBeShown(await response.blob()))
  } catch {
    return false
  }
}

async function isShellKept() {
  for (const name of await caches.keys()) {
    if (!name.includes('precache')) continue
    const cache = await caches.open(name)
    if (await cache.match('/index.html', { ignoreSearch: true })) return true
  }
  return false
}
