import { createListeners } from '#client/listeners.ts'

/** How far the photos of one favorite are: all here, some on their way, waiting, or some not to be had. */
type HouseState = 'ready' | 'saving' | 'queued' | 'incomplete'

/**
 * What saving is at: switched off, at work, without a network, held back by the browser's Data
 * Saver, paused by its person, stopped because the device is full, done as far as it goes, or
 * not possible in this browser.
 */
type Phase = 'off' | 'saving' | 'waiting' | 'held' | 'paused' | 'full' | 'done' | 'impossible'

export interface SavedPhotos {
  phase: Phase
  /** By the id of the listing. */
  houses: ReadonlyMap<string, HouseState>
  /** How many houses are ready. */
  ready: number
  bytes: number
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
  underWay: ReadonlySet<string>
  /** What cannot be had. */
  failed: ReadonlySet<string>
  obstacle: 'network' | 'full' | undefined
  isOnline: boolean
  isPaused: boolean
  isBroken: boolean
  isPersistent: boolean | undefined
  /** Whether it may be saved now, as far as Data Saver is concerned. */
  isAllowed: (house: House) => boolean
}

/** The photos of a house that are neither saved nor given up. */
export function missingOf(
  { addresses }: House,
  { saved, failed }: Pick<Facts, 'saved' | 'failed'>,
) {
  return addresses.filter((address) => !saved?.has(address) && !failed.has(address))
}

export function phaseOf(facts: Facts): Phase {
  if (facts.isBroken) return 'impossible'
  if (!facts.saved) return 'off'
  const unfinished = facts.houses.filter((house) => missingOf(house, facts).length > 0)
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
    isPersistent: facts.isPersistent,
  }
}

function stateOf({ addresses }: House, { saved, underWay, failed, obstacle }: Facts): HouseState {
  if (addresses.every((address) => saved?.has(address))) return 'ready'
  if (addresses.some((address) => underWay.has(address))) return 'saving'
  const isStuck = obstacle === 'full' || addresses.some((address) => failed.has(address))
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
