import { onlineManager, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { createTurns } from '#client/browser/locks.ts'
import { isMetered, watchLine } from '#client/browser/metered.ts'
import { attempt } from '#client/browser/storage.ts'
import { toListing } from '#client/data/to-listing.ts'
import { applyChange, favoritesQuery } from '#client/favorites/favorites-query.ts'
import { saveFavorites } from '#client/favorites/saved-favorites.ts'
import { unsentFavorites } from '#client/favorites/unsent-favorites.ts'
import type { ListingRecord } from '#contract/listings.ts'
import { saveInLanes } from './download-pool.ts'
import { acceptEviction, dropPhotos, readSaved, removePhotos, switchOn } from './favorite-photos.ts'
import { createObstacles } from './obstacles.ts'
import { savedAddresses } from './photo-caches.ts'
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

/** Photos are removed only if the list of favorites is at most this old. */
const MAX_LIST_AGE_MS = 60_000

export type PhotoSaver = ReturnType<typeof openPhotoSaver>

/** Saves the missing photos of favorites, in one tab at a time, and removes all other photos. */
export function openPhotoSaver(queryClient: QueryClient) {
  const favorites = new QueryObserver(queryClient, {
    ...favoritesQuery,
    meta: { ...favoritesQuery.meta, hidesAge: true },
  })
  const others = openProgressChannel({ onProgress: follow, onChange: lookAndRun })
  const obstacles = createObstacles(tryAgain)
  const work = createTurns('photo-saver', takeTurn)
  let houses: House[] = []
  /** Includes photos of removed houses until the server has confirmed the removal. */
  let needed = new Set<string>()
  let saved: Map<string, number> | undefined
  let records: ReadonlyMap<string, boolean> = new Map()
  let evicted = 0
  let underWay = new Set<string>()
  /** Houses that the person asked to save although data may cost money. */
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

  /** Publishes the state here and in the other tabs. */
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

  /** Reads the actual content of the caches. */
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

  /**
   * A house counts as saved only after it was read back, since a write may report success and still
   * be lost.
   */
  async function readRecords() {
    const ids = houses.map(({ id }) => id)
    const kept = await saveFavorites(queryClient)
    records = new Map(ids.map((id) => [id, kept.has(id)]))
  }

  function readFavorites() {
    const list = favorites.getCurrentResult().data
    if (!list) return
    houses = unsentFavorites.all().reduce(applyChange, list).listings.map(toHouse)
    needed = new Set([...houses, ...list.listings.map(toHouse)].flatMap((house) => house.addresses))
  }

  function onFavorites() {
    readFavorites()
    show()
    run()
  }

  /** Starts the saving work if there is any, in one tab at a time. */
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
      // Another tab may have saved photos meanwhile.
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

  /** Completes one house after the other, so that as many as possible are complete. */
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

  /** After a reconnect, running downloads may hang on dead connections: abort and retry. */
  function startAnew() {
    lanes.abort()
    tryAgain()
  }

  /** Removes the photos that no favorite needs, but only by a fresh answer of the server. */
  async function sweep() {
    const addresses = superfluous()
    const { isSuccess, fetchStatus, dataUpdatedAt } = favorites.getCurrentResult()
    if (addresses.length === 0 || !isSuccess || fetchStatus !== 'idle') return
    if (Date.now() - dataUpdatedAt > MAX_LIST_AGE_MS) {
      // The refetch triggers this cleanup again.
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
    unsentFavorites.watch(onFavorites),
    onlineManager.subscribe((isOnline) => (isOnline ? startAnew() : show())),
    () => document.removeEventListener('visibilitychange', onVisible),
    // On a different network, held-back downloads may continue.
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

    /** Retries every missing photo, whatever the obstacle was. */
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
    // If the browser refuses the request, photos are saved all the same.
  }
}

function toHouse(record: ListingRecord): House {
  const { id, images } = toListing(record)
  return { id, addresses: savedAddresses(images) }
}
