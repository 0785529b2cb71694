import { onlineManager, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { createTurns } from '#client/browser/locks.ts'
import { isMetered, watchLine } from '#client/browser/metered.ts'
import { attempt } from '#client/browser/storage.ts'
import { favoritesQuery, keepFavorites, withChange } from '#client/data/favorites.ts'
import { toListing } from '#client/data/to-listing.ts'
import { unsent } from '#client/outbox/unsent.ts'
import type { ListingRecord } from '#contract/listings.ts'
import { saveInLanes } from './download-pool.ts'
import { acceptEviction, dropPhotos, readSaved, removePhotos, switchOn } from './favorite-photos.ts'
import { createObstacles } from './obstacles.ts'
import { keptAddresses } from './photo-caches.ts'
import { isPaused, setPaused } from './photo-pause.ts'
import { openProgressChannel, type Progress } from './progress-channel.ts'
import {
  type Facts,
  type House,
  missingOf,
  phaseOf,
  savedPhotos,
  summarize,
} from './saved-photos.ts'

/** How old the server's word may be by which photos are removed, in milliseconds. */
const FRESH = 60_000

export type PhotoSaver = ReturnType<typeof openPhotoSaver>

/** Fetches what is missing of the favorites' photos, one tab at a time, and removes what is not theirs. */
export function openPhotoSaver(queryClient: QueryClient) {
  const favorites = new QueryObserver(queryClient, {
    ...favoritesQuery,
    meta: { ...favoritesQuery.meta, isUnseen: true },
  })
  const others = openProgressChannel({ onProgress: follow, onChange: lookAndRun })
  const obstacles = createObstacles(tryAgain)
  const work = createTurns('photo-saver', takeTurn)
  let houses: House[] = []
  /** Also those of houses whose removal the server has not confirmed. */
  let needed = new Set<string>()
  let saved: Map<string, number> | undefined
  let records: ReadonlyMap<string, boolean> = new Map()
  let evicted = 0
  let underWay = new Set<string>()
  /** The houses that were asked for although data may cost. */
  let allowed = new Set<string>()
  let isBroken = !('caches' in globalThis)
  let isPersistent: boolean | undefined
  let isOpen = true
  let lanes = new AbortController()

  const isAllowed = ({ id }: House) => !isMetered() || allowed.has(id)
  const isOnline = () => onlineManager.isOnline()
  const facts = (): Facts => ({
    ...{ houses, saved, records, evicted, underWay, isBroken, isPersistent, isAllowed },
    ...obstacles.current(),
    isOnline: isOnline(),
    isPaused: isPaused(),
  })
  const superfluous = () => [...(saved?.keys() ?? [])].filter((address) => !needed.has(address))

  function show() {
    if (isOpen) savedPhotos.set(summarize(facts()))
  }

  /** Shows it here and in the other tabs. */
  function tell(added?: Progress['added']) {
    show()
    if (!isOpen) return
    const { failed, obstacle } = obstacles.current()
    others.tell({ added, underWay: [...underWay], failed: [...failed], obstacle })
  }

  function tellChange() {
    if (isOpen) others.tellChange()
  }

  function follow({ added, ...progress }: Progress) {
    if (added) saved?.set(...added)
    underWay = new Set(progress.underWay)
    obstacles.take(progress)
    show()
  }

  /** Brings what is known up to what is really there. */
  async function look() {
    try {
      ;({ saved, evicted } = await readSaved())
      await readRecords()
      isPersistent = await attempt(async () => navigator.storage?.persisted?.())
    } catch {
      isBroken = true
    }
    if (!saved) lanes.abort()
    show()
  }

  /** A house is saved only when it was read back, whatever the storage said when it was written. */
  async function readRecords() {
    const ids = houses.map(({ id }) => id)
    const kept = await keepFavorites(queryClient)
    records = new Map(ids.map((id) => [id, kept.has(id)]))
  }

  function readFavorites() {
    const list = favorites.getCurrentResult().data
    if (!list) return
    houses = unsent.all().reduce(withChange, list).listings.map(toHouse)
    needed = new Set([...houses, ...list.listings.map(toHouse)].flatMap((house) => house.addresses))
  }

  function onFavorites() {
    readFavorites()
    show()
    run()
  }

  /** Does what there is to do, one tab after the other. */
  function run() {
    const isUnread = houses.some(({ id }) => !records.has(id))
    const isNeeded = phaseOf(facts()) === 'saving' || isUnread || superfluous().length > 0
    if (isOpen && isNeeded) void work()
  }

  function lookAndRun() {
    void look().then(run)
  }

  async function takeTurn() {
    if (!isOpen) return
    try {
      // Another tab may have been at it.
      await look()
      await sweep()
      await saveMissing()
    } catch {
      isBroken = true
      show()
    }
  }

  function saveMissing() {
    lanes = new AbortController()
    return saveInLanes(
      {
        next,
        onStart: (address) => {
          underWay.add(address)
          tell()
        },
        onSaved: (address, bytes) => {
          underWay.delete(address)
          saved?.set(address, bytes)
          obstacles.overcome()
          tell([address, bytes])
        },
        onFailed: (address, error) => {
          underWay.delete(address)
          if (error !== undefined) meet(error, address)
          tell()
        },
        onSwitchedOff: (address) => {
          underWay.delete(address)
          return look()
        },
      },
      lanes.signal,
    )
  }

  /** The first house that is not complete comes first, so that as many as possible are. */
  function next() {
    const now = facts()
    if (phaseOf(now) !== 'saving') return undefined
    return houses
      .filter(isAllowed)
      .flatMap((house) => missingOf(house, now))
      .find((address) => !underWay.has(address))
  }

  function meet(error: unknown, address: string) {
    if (obstacles.meet(error, address)) return
    console.error('A photo could not be saved:', error)
    isBroken = true
  }

  function tryAgain() {
    obstacles.forget()
    run()
    show()
  }

  /** With the network back: photos that are under way may hang on connections that died with it. */
  function startAnew() {
    lanes.abort()
    tryAgain()
  }

  /** Removes what is no favorite's any more, by nothing but the latest word of the server. */
  async function sweep() {
    const addresses = superfluous()
    const { isSuccess, fetchStatus, dataUpdatedAt } = favorites.getCurrentResult()
    if (addresses.length === 0 || !isSuccess || fetchStatus !== 'idle') return
    if (Date.now() - dataUpdatedAt > FRESH) {
      // Its answer leads here again.
      if (isOnline()) void favorites.refetch()
      return
    }
    await dropPhotos(addresses)
    obstacles.makeRoom()
    await look()
    tellChange()
  }

  async function saveNow() {
    setPaused(false)
    allowed = new Set(houses.map(({ id }) => id))
    obstacles.makeRoom()
    await acceptEviction().catch(() => undefined)
    await look()
    tellChange()
    tryAgain()
  }

  const onVisible = () => {
    if (document.visibilityState === 'visible') lookAndRun()
  }
  document.addEventListener('visibilitychange', onVisible)
  const stops = [
    favorites.subscribe(onFavorites),
    unsent.watch(onFavorites),
    onlineManager.subscribe((isOnline) => (isOnline ? startAnew() : show())),
    () => document.removeEventListener('visibilitychange', onVisible),
    // On another line, what was held back may go on.
    watchLine(lookAndRun),
    others.close,
    obstacles.stop,
    () => lanes.abort(),
  ]
  readFavorites()
  lookAndRun()

  return {
    async switchOn() {
      try {
        await switchOn()
      } catch {
        isBroken = true
      }
      await askToPersist()
      await saveNow()
    },

    /** Tries everything that is missing, whatever kept it from being saved. */
    saveNow,

    pause() {
      setPaused(true)
      lanes.abort()
      tellChange()
      show()
    },

    async remove() {
      lanes.abort()
      try {
        await removePhotos()
      } catch {
        isBroken = true
      }
      tellChange()
      await look()
    },

    close() {
      for (const stop of stops) stop()
      isOpen = false
      savedPhotos.set(undefined)
    },
  }
}

async function askToPersist() {
  try {
    await navigator.storage?.persist?.()
  } catch {
    // A browser that may not be asked saves all the same.
  }
}

function toHouse(record: ListingRecord): House {
  const { id, images } = toListing(record)
  return { id, addresses: keptAddresses(images) }
}
