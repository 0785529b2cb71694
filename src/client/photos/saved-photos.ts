import { createListeners } from '#client/browser/listeners.ts'

/** How far one favorite is: here with its photos, some on their way, waiting, or not to be had. */
type HouseState = 'ready' | 'saving' | 'queued' | 'incomplete'

/**
 * What saving is at: switched off, at work, without a network, held back because data
 * may cost, paused by its person, stopped because the device is full, done as far as it goes, undone
 * by the browser, unable to write the houses themselves, or not possible in this browser.
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
  /** How many photos the browser has deleted that were saved here. */
  evicted: number
  /** How many houses could not be read back after they were written. */
  unwritten: number
  /** Whether the browser has promised to keep them; undefined when it does not say. */
  isPersistent: boolean | undefined
}

/** A favorite, as far as saving goes. */
export interface House {
  id: string
  /** Of its photos, as they are kept. */
  addresses: string[]
}

/** What the saver knows. */
export interface Facts {
  houses: House[]
  /** Bytes by address; undefined while it is switched off. */
  saved: ReadonlyMap<string, number> | undefined
  /** Whether the record of a house was read back, by its id; nothing of those that were not tried. */
  records: ReadonlyMap<string, boolean>
  evicted: number
  underWay: ReadonlySet<string>
  /** What cannot be had. */
  failed: ReadonlySet<string>
  obstacle: 'network' | 'full' | undefined
  isOnline: boolean
  isPaused: boolean
  isBroken: boolean
  isPersistent: boolean | undefined
  /** Whether it may be saved now, as far as the price of data is concerned. */
  isAllowed: (house: House) => boolean
}

/** The photos of a house that are neither saved nor given up. */
export function missingOf(
  { addresses }: House,
  { saved, failed }: Pick<Facts, 'saved' | 'failed'>,
) {
  return addresses.filter((address) => !saved?.has(address) && !failed.has(address))
}

/** Whether there is something left to do for a house: a photo to fetch, or its record to read back. */
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
  // What the browser has deleted is fetched again when its person asks for it, and not before.
  const isStuck =
    obstacle === 'full' || evicted > 0 || addresses.some((address) => failed.has(address))
  return isStuck ? 'incomplete' : 'queued'
}

/** What is saved of the favorites of whoever is signed in; undefined until the saver has looked. */
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
    /** Calls `listener` after every change. Returns how to stop. */
    watch: listeners.watch,
  }
}
