import { createStore } from '#client/browser/listeners.ts'

/** How far a house is saved for offline use: complete, downloading, queued, or stopped by a problem. */
type HouseState = 'ready' | 'saving' | 'queued' | 'incomplete'

/**
 * The phase of saving photos. `waiting`: no network. `metered`: waiting for consent on a metered
 * connection. `held`: the photos of favorites come first. `full`: the device is full. `done`:
 * finished, but some photos may have failed. `evicted`: the browser has deleted photos. `unwritten`:
 * a house's record was not readable after writing. `impossible`: the browser's storage is missing or
 * broken.
 */
type Phase =
  | 'off'
  | 'saving'
  | 'waiting'
  | 'metered'
  | 'held'
  | 'paused'
  | 'full'
  | 'done'
  | 'evicted'
  | 'unwritten'
  | 'impossible'

export interface SavedPhotos {
  phase: Phase
  houses: ReadonlyMap<string, HouseState>
  /** How many houses are completely saved. */
  ready: number
  bytes: number
  evicted: number
  /** How many houses could not be read back after they were written. */
  unwritten: number
  /**
   * Whether the browser has promised not to evict the photos. Undefined if the browser does not
   * report it.
   */
  isPersistent: boolean | undefined
}

/** The data about a house that the photo saver needs. */
export interface House {
  id: string
  /** The addresses of the house's photos in the saved size. */
  addresses: string[]
}

export interface NeededPhotos {
  houses: () => House[]
  /** Also true for photos that may be needed again. */
  isNeeded: (address: string) => boolean
  /** Whether the list of houses is up to date. Otherwise, no photo may be removed. */
  isConfirmed: () => boolean
  /** Whether photos of favorites are missing. Meanwhile, no other photo may be downloaded. */
  isHeld: () => boolean
  /** Saves the records of the houses, and resolves with the ids of those that can be read back. */
  saveRecords: () => Promise<ReadonlySet<string>>
  /** Calls `listener` after every change. Returns the unsubscribe function. */
  watch: (listener: () => void) => () => void
}

export interface SaverInputs {
  houses: House[]
  /** The size of each saved photo in bytes, by address. Undefined while saving is off. */
  saved: ReadonlyMap<string, number> | undefined
  /**
   * For each house, by id: whether the app could read back the record of the house after writing
   * the record. A house has no entry until the app has tried to read the record.
   */
  records: ReadonlyMap<string, boolean>
  evicted: number
  downloading: ReadonlySet<string>
  failed: ReadonlySet<string>
  /** The problem that blocks every download. */
  blockedBy: 'network' | 'full' | undefined
  isOnline: boolean
  isPaused: boolean
  /** Whether the photos of favorites have to be saved first. */
  isHeld: boolean
  isBroken: boolean
  isPersistent: boolean | undefined
  /** Whether the house may be downloaded on the current connection, which may be metered. */
  isAllowed: (house: House) => boolean
}

export function isMissing(address: string, { saved, failed }: SaverInputs) {
  return !saved?.has(address) && !failed.has(address)
}

/**
 * Whether the saver still has work to do: a photo of the house is missing, or the saver has not yet
 * tried to read back the record of the house.
 */
function isUnfinished({ id, addresses }: House, inputs: SaverInputs) {
  return !inputs.records.has(id) || addresses.some((address) => isMissing(address, inputs))
}

function isUnwritten({ id }: House, { records }: Pick<SaverInputs, 'records'>) {
  return records.get(id) === false
}

export function phaseOf(inputs: SaverInputs): Phase {
  if (inputs.isBroken) return 'impossible'
  if (inputs.houses.some((house) => isUnwritten(house, inputs))) return 'unwritten'
  const unfinished = inputs.houses.filter((house) => isUnfinished(house, inputs))
  if (inputs.evicted > 0 && unfinished.length > 0) return 'evicted'
  if (!inputs.saved) return 'off'
  if (unfinished.length === 0) return 'done'
  if (inputs.isPaused) return 'paused'
  if (inputs.blockedBy === 'full') return 'full'
  if (inputs.blockedBy === 'network' || !inputs.isOnline) return 'waiting'
  if (inputs.isHeld) return 'held'
  return unfinished.some(inputs.isAllowed) ? 'saving' : 'metered'
}

export function summarize(inputs: SaverInputs): SavedPhotos {
  const houses = new Map(inputs.houses.map((house) => [house.id, photoState(house, inputs)]))
  return {
    phase: phaseOf(inputs),
    houses,
    ready: [...houses.values()].filter((state) => state === 'ready').length,
    bytes: [...(inputs.saved?.values() ?? [])].reduce((sum, bytes) => sum + bytes, 0),
    evicted: inputs.evicted,
    unwritten: inputs.houses.filter((house) => isUnwritten(house, inputs)).length,
    isPersistent: inputs.isPersistent,
  }
}

function photoState(house: House, inputs: SaverInputs): HouseState {
  const { addresses } = house
  const { saved, downloading, failed, blockedBy, evicted } = inputs
  if (isUnwritten(house, inputs)) return 'incomplete'
  const isWhole = addresses.every((address) => saved?.has(address))
  if (isWhole && inputs.records.has(house.id)) return 'ready'
  if (addresses.some((address) => downloading.has(address))) return 'saving'
  // Evicted photos are not queued, because they are downloaded again only when the person asks.
  const isStuck =
    blockedBy === 'full' || evicted > 0 || addresses.some((address) => failed.has(address))
  return isStuck ? 'incomplete' : 'queued'
}

export type SavedPhotosStore = typeof favoritePhotos

/**
 * The state of the photos of the signed-in person's favorites. Undefined until the saver has read
 * the cache.
 */
export const favoritePhotos = createStore<SavedPhotos | undefined>(undefined)

/** The same for the houses in the prefectures and saved searches that the person has chosen. */
export const chosenPhotos = createStore<SavedPhotos | undefined>(undefined)
