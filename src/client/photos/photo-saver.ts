import { onlineManager, type QueryClient, QueryObserver } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { NetworkError } from '#client/api.ts'
import { connection } from '#client/connection.ts'
import { favoritesQuery, withChange } from '#client/data/favorites.ts'
import { toListing } from '#client/data/to-listing.ts'
import { withLock } from '#client/locks.ts'
import { unsent } from '#client/outbox/unsent.ts'
import type { ListingRecord } from '#contract/listings.ts'
import {
  dropPhotos,
  getPhoto,
  NoPhoto,
  PhotoMissing,
  readSaved,
  readSize,
  removePhotos,
  savePhoto,
  switchOn,
} from './favorite-photos.ts'
import { FAVORITE_PHOTOS, isFull, keptAddresses } from './photo-caches.ts'
import { isPaused, setPaused } from './photo-pause.ts'
import {
  type Facts,
  type House,
  missingOf,
  phaseOf,
  savedPhotos,
  summarize,
} from './saved-photos.ts'

/** How many photos are fetched at once; whoever looks at something meanwhile wants the rest of the line. */
const LANES = 3
/** So many answers in a row that are no photos mean that it is not about these photos. */
const TOO_MANY = 3
/** From one attempt without a network to the next, twice as long each time; milliseconds. */
const FIRST_DELAY = 5_000
const LONGEST_DELAY = 60_000
/** How old the server's word may be by which photos are removed, in milliseconds. */
const FRESH = 60_000

/** What the tab that saves tells the others: how far it is, or nothing but that they look for themselves. */
const Message = z.object({
  progress: z.optional(
    z.object({
      added: z.optional(z.tuple([z.string(), z.number()])),
      underWay: z.array(z.string()),
      failed: z.array(z.string()),
      obstacle: z.optional(z.enum(['network', 'full'])),
    }),
  ),
})
type Message = z.output<typeof Message>

export type PhotoSaver = ReturnType<typeof openPhotoSaver>

/** Fetches what is missing of the favorites' photos, one tab at a time, and removes what is not theirs. */
export function openPhotoSaver(queryClient: QueryClient) {
  const channel = new BroadcastChannel(FAVORITE_PHOTOS)
  const favorites = new QueryObserver(queryClient, {
    ...favoritesQuery,
    meta: { ...favoritesQuery.meta, isUnseen: true },
  })
  let houses: House[] = []
  /** Also those of houses whose removal the server has not confirmed. */
  let needed = new Set<string>()
  let saved: Map<string, number> | undefined
  let underWay = new Set<string>()
  let failed = new Set<string>()
  let obstacle: Facts['obstacle']
  /** The houses that were asked for in spite of Data Saver. */
  let allowed = new Set<string>()
  let isBroken = !('caches' in globalThis)
  let isPersistent: boolean | undefined
  let isOpen = true
  let noPhotosInARow: string[] = []
  let delay = FIRST_DELAY
  let timer: ReturnType<typeof setTimeout> | undefined
  let lanes = new AbortController()
  let isRunning = false
  let isAskedAgain = false

  const isAllowed = ({ id }: House) => !isDataSaved() || allowed.has(id)
  const isOnline = () => onlineManager.isOnline()
  const facts = (): Facts => ({
    ...{ houses, saved, underWay, failed, obstacle, isBroken, isPersistent, isAllowed },
    isOnline: isOnline(),
    isPaused: isPaused(),
  })
  const superfluous = () => [...(saved?.keys() ?? [])].filter((address) => !needed.has(address))

  function show() {
    if (isOpen) savedPhotos.set(summarize(facts()))
  }

  function post(message: Message) {
    if (isOpen) channel.postMessage(message)
  }

  /** Shows it here and in the other tabs. */
  function tell(added?: [address: string, bytes: number]) {
    show()
    post({ progress: { added, underWay: [...underWay], failed: [...failed], obstacle } })
  }

  /** Brings what is known up to what is really there. */
  async function look() {
    try {
      saved = await readSaved()
      isPersistent = await navigator.storage?.persisted?.().catch(() => undefined)
    } catch {
      isBroken = true
    }
    if (!saved) lanes.abort()
    show()
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
    const isNeeded = phaseOf(facts()) === 'saving' || superfluous().length > 0
    if (!isOpen || !isNeeded) return
    isAskedAgain = true
    if (!isRunning) void runWhileAsked()
  }

  async function runWhileAsked() {
    isRunning = true
    while (isAskedAgain && isOpen) {
      isAskedAgain = false
      await withLock('photo-saver', work)
    }
    isRunning = false
  }

  async function work() {
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

  async function saveMissing() {
    lanes = new AbortController()
    const { signal } = lanes
    await Promise.all(Array.from({ length: LANES }, () => saveOneByOne(signal)))
  }

  async function saveOneByOne(signal: AbortSignal) {
    for (let address = next(signal); address; address = next(signal)) {
      underWay.add(address)
      tell()
      try {
        const bytes = await save(address, signal)
        // It was switched off meanwhile.
        if (bytes === undefined) return await look()
        saved?.set(address, bytes)
        noPhotosInARow = []
        delay = FIRST_DELAY
        underWay.delete(address)
        tell([address, bytes])
      } catch (error) {
        underWay.delete(address)
        if (!signal.aborted) meet(error, address)
        tell()
      }
    }
  }

  /** Resolves with its bytes, or with undefined when nothing is to be saved any more. */
  async function save(address: string, signal: AbortSignal) {
    // Another tab may have saved it since we looked.
    const there = await readSize(address)
    if (there !== undefined) return there
    const photo = await getPhoto(address, signal)
    return (await savePhoto(address, photo)) ? photo.size : undefined
  }

  /** The first house that is not complete comes first, so that as many as possible are. */
  function next(signal: AbortSignal) {
    const now = facts()
    if (signal.aborted || phaseOf(now) !== 'saving') return undefined
    return houses
      .filter(isAllowed)
      .flatMap((house) => missingOf(house, now))
      .find((address) => !underWay.has(address))
  }

  /** What becomes of a photo that could not be saved, and of the others. */
  function meet(error: unknown, address: string) {
    if (isFull(error)) obstacle = 'full'
    else if (error instanceof PhotoMissing) failed.add(address)
    else if (error instanceof NoPhoto) meetNoPhoto(address)
    else if (error instanceof NetworkError) {
      connection.lost()
      waitForNetwork()
    } else {
      console.error('A photo could not be saved:', error)
      isBroken = true
    }
  }

  function meetNoPhoto(address: string) {
    // The others that were on their way have met the same.
    if (obstacle) return
    noPhotosInARow.push(address)
    failed.add(address)
    if (noPhotosInARow.length < TOO_MANY) return
    for (const other of noPhotosInARow) failed.delete(other)
    noPhotosInARow = []
    waitForNetwork()
  }

  function waitForNetwork() {
    obstacle = 'network'
    clearTimeout(timer)
    timer = setTimeout(tryAgain, delay)
    delay = Math.min(delay * 2, LONGEST_DELAY)
  }

  function tryAgain() {
    if (obstacle === 'network') obstacle = undefined
    failed.clear()
    run()
    show()
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
    // There is room again.
    if (obstacle === 'full') obstacle = undefined
    await look()
    post({})
  }

  async function saveNow() {
    setPaused(false)
    allowed = new Set(houses.map(({ id }) => id))
    obstacle = undefined
    await look()
    post({})
    tryAgain()
  }

  channel.onmessage = ({ data }) => {
    const { progress } = Message.safeParse(data).data ?? {}
    if (!progress) return void look().then(run)
    if (progress.added) saved?.set(...progress.added)
    underWay = new Set(progress.underWay)
    failed = new Set(progress.failed)
    obstacle = progress.obstacle
    show()
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') void look().then(run)
  }
  document.addEventListener('visibilitychange', onVisible)
  const stops = [
    favorites.subscribe(onFavorites),
    unsent.watch(onFavorites),
    onlineManager.subscribe((isOnline) => (isOnline ? tryAgain() : show())),
    () => document.removeEventListener('visibilitychange', onVisible),
    () => channel.close(),
    () => clearTimeout(timer),
    () => lanes.abort(),
  ]
  readFavorites()
  void look().then(run)

  return {
    async switchOn() {
      try {
        await switchOn()
        await navigator.storage?.persist?.()
      } catch {
        isBroken = true
      }
      await saveNow()
    },

    /** Tries everything that is missing, whatever kept it from being saved. */
    saveNow,

    pause() {
      setPaused(true)
      lanes.abort()
      post({})
      show()
    },

    async remove() {
      lanes.abort()
      try {
        await removePhotos()
      } catch {
        isBroken = true
      }
      post({})
      await look()
    },

    close() {
      for (const stop of stops) stop()
      isOpen = false
      savedPhotos.set(undefined)
    },
  }
}

function toHouse(record: ListingRecord): House {
  const { id, images } = toListing(record)
  return { id, addresses: keptAddresses(images) }
}

/** Whether the browser is set to use as little data as possible. */
function isDataSaved() {
  // Not every browser knows of it, nor does TypeScript.
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
