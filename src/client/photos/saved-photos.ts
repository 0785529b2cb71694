import { createListeners } from '#client/browser/listeners.ts'

/** The state of one favorite: complete, downloading, queued, or with unavailable photos. */
type HouseState = 'ready' | 'saving' | 'queued' | 'incomplete'

/**
 * The state of saving, in this order: off, downloading, offline, held back because data may cost
 * money, paused by the person, device full, finished (but some photos may have failed), photos
 * evicted by the browser, house records not readable after writing, or not supported here.
 */
type Phase =
  | 'off'
  | 'saving'
  | 'waiting'
  | 'held'
  | 'paused'
  | 'full'
  | 'done'
  | 'evicted'
  | 'unwritten'
  | 'impossible'

export interface SavedPhotos {
  phase: Phase
  /** By the id of the listing. */
  houses: ReadonlyMap<string, HouseState>
  /** How many houses are ready. */
  ready: number
  bytes: number
  /** How many saved photos the browser has evicted. */
  evicted: number
  /** How many houses could not be read back after they were written. */
  unwritten: number
  /** Whether the browser has promised to keep them; undefined when it does not say. */
  isPersistent: boolean | undefined
}

/** The parts of a favorite that saving needs. */
export interface House {
  id: string
  /** The addresses of its photos in the saved size. */
  addresses: string[]
}

/** The inputs from which the state is computed. */
export interface Facts {
  houses: House[]
  /** Size in bytes by address. Undefined while saving is off. */
  saved: ReadonlyMap<string, number> | undefined
  /** Whether a house's record was read back, by id. Houses not tried yet are missing. */
  records: ReadonlyMap<string, boolean>
  evicted: number
  underWay: ReadonlySet<string>
  /** Addresses of photos that could not be downloaded. */
  failed: ReadonlySet<string>
  obstacle: 'network' | 'full' | undefined
  isOnline: boolean
  isPaused: boolean
  isBroken: boolean
  isPersistent: boolean | undefined
  /** Whether the house may be downloaded on this network, given the cost of data. */
  isAllowed: (house: House) => boolean
}

/** The photos of a house that are neither saved nor failed. */
export function missingOf(
  { addresses }: House,
  { saved, failed }: Pick<Facts, 'saved' | 'failed'>,
) {
  return addresses.filter((address) => !saved?.has(address) && !failed.has(address))
}

/** Whether a house still needs a photo, or its record read back. */
function isUnfinished(house: House, facts: Facts) {
  return missingOf(house, facts).length > 0 || !facts.records.has(house.id)
}

function isUnwritten({ id }: House, { records }: Pick<Facts, 'records'>) {
  return records.get(id) === false
}

export function phaseOf(facts: Facts): Phase {
  if (facts.isBroken) return 'impossible'
  if (facts.houses.some((house) => isUnwritten(house, facts))) return 'unwritten'
  const unfinished = facts.houses.filter((house) => isUnfinished(house, facts))
  if (facts.evicted > 0 && unfinished.length > 0) return 'evicted'
  if (!facts.saved) return 'off'
  if (unfinished.length === 0) return 'done'
  if (facts.isPaused) return 'paused'
  if (facts.obstacle === 'full') return 'full'
  if (facts.obstacle === 'network' || !facts.isOnline) return 'waiting'
  return unfinished.some(facts.isAllowed) ? 'saving' : 'held'
}

export function summarize(facts: Facts): SavedPhotos {
  const houses = new Map(facts.houses.map((house) => [house.id, stateOf(house, facts)]))
  return {
    phase: phaseOf(facts),
    houses,
    ready: [...houses.values()].filter((state) => state === 'ready').length,
    bytes: [...(facts.saved?.values() ?? [])].reduce((sum, bytes) => sum + bytes, 0),
    evicted: facts.evicted,
    unwritten: facts.houses.filter((house) => isUnwritten(house, facts)).length,
    isPersistent: facts.isPersistent,
  }
}

function stateOf(house: House, facts: Facts): HouseState {
  const { addresses } = house
  const { saved, underWay, failed, obstacle, evicted } = facts
  if (isUnwritten(house, facts)) return 'incomplete'
  const isWhole = addresses.every((address) => saved?.has(address))
  if (isWhole && facts.records.has(house.id)) return 'ready'
  if (addresses.some((address) => underWay.has(address))) return 'saving'
  // Evicted photos are downloaded again only when the person asks.
  const isStuck =
    obstacle === 'full' || evicted > 0 || addresses.some((address) => failed.has(address))
  return isStuck ? 'incomplete' : 'queued'
}

/** The state of the signed-in person's photos. Undefined until the saver has read the cache. */
export const savedPhotos = createSavedPhotos()

function createSavedPhotos() {
  let current: SavedPhotos | undefined
  const listeners = createListeners()

  return {
    current: () => current,
    set(next: SavedPhotos | undefined) {
      current = next
      listeners.tell()
    },
    /** Calls `listener` after every change. Returns the unsubscribe function. */
    watch: listeners.watch,
  }
}
