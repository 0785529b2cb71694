import { onlineManager } from '@tanstack/react-query'
import { createExclusiveTask } from '#client/browser/locks.ts'
import { isMetered, watchNetworkType } from '#client/browser/metered.ts'
import { attempt } from '#client/browser/storage.ts'
import { trackDownloadFailures } from './download-failures.ts'
import { getPhoto } from './get-photo.ts'
import type { PhotoCache } from './open-photo-cache.ts'
import { isPaused, setPaused } from './photo-marks.ts'
import { openProgressChannel, type Progress } from './progress-channel.ts'
import {
  type House,
  isMissing,
  type NeededPhotos,
  phaseOf,
  type SavedPhotosStore,
  type SaverInputs,
  summarize,
} from './saved-photos.ts'

/** How many photos download at the same time. The rest of the bandwidth is left for browsing. */
const MAX_PARALLEL_DOWNLOADS = 3

export type PhotoSaver = ReturnType<typeof openPhotoSaver>

interface SaverParts {
  cache: PhotoCache
  needed: NeededPhotos
  state: SavedPhotosStore
}

/**
 * Saves the missing photos of the needed houses in a cache, and removes all other photos from it.
 * Only one tab saves at a time.
 */
export function openPhotoSaver({ cache, needed, state }: SaverParts) {
  const otherTabs = openProgressChannel(cache.name, {
    onProgress: adoptProgress,
    onChange: refresh,
  })
  const failures = trackDownloadFailures(retry)
  const saveExclusively = createExclusiveTask(`${cache.name}-saver`, saveAll)
  let saved: Map<string, number> | undefined
  let records: ReadonlyMap<string, boolean> = new Map()
  let evicted = 0
  let downloading = new Set<string>()
  /** Houses that the person asked to save even on a metered connection. */
  let allowed = new Set<string>()
  let isBroken = !('caches' in globalThis)
  let isPersistent: boolean | undefined
  let isOpen = true
  /**
   * Whether the photo caches have been read. Until then, `publish` does nothing, because `saved` is
   * undefined. The page would show this as “saving is off”.
   */
  let isRead = false
  let downloads = new AbortController()

  const isAllowed = ({ id }: House) => !isMetered() || allowed.has(id)
  const inputs = (): SaverInputs => ({
    ...{ houses: needed.houses(), saved, records, evicted, downloading },
    ...{ isBroken, isPersistent, isAllowed },
    ...failures.current(),
    isOnline: onlineManager.isOnline(),
    isPaused: isPaused(cache.name),
    isHeld: needed.isHeld(),
  })
  const superfluous = () => [...(saved?.keys() ?? [])].filter((photo) => !needed.isNeeded(photo))

  /** Publishes the state to this tab. */
  function publish() {
    if (isOpen && isRead) state.set(summarize(inputs()))
  }

  /** Shows the progress in this tab and in the person's other tabs. */
  function publishProgress(added?: Progress['added']) {
    publish()
    if (!isOpen) return
    const { failed, blockedBy } = failures.current()
    otherTabs.postProgress({
      added,
      downloading: [...downloading],
      failed: [...failed],
      blockedBy,
    })
  }

  /** Makes the other tabs read the photo caches again, because this tab has changed the caches. */
  function publishChange() {
    if (isOpen) otherTabs.postChange()
  }

  /** Shows, in this tab, the progress of another tab that downloads photos. */
  function adoptProgress({ added, ...progress }: Progress) {
    if (added) saved?.set(...added)
    downloading = new Set(progress.downloading)
    failures.adopt(progress)
    publish()
  }

  async function readCaches() {
    try {
      ;({ saved, evicted } = await cache.read())
      await readRecords()
      isPersistent = await attempt(async () => navigator.storage?.persisted?.())
    } catch {
      isBroken = true
    }
    if (!saved) downloads.abort()
    isRead = true
    publish()
  }

  /**
   * A house counts as saved only after it was read back, because storage may report success and
   * still lose the data.
   */
  async function readRecords() {
    const ids = needed.houses().map(({ id }) => id)
    const readBack = await needed.saveRecords()
    records = new Map(ids.map((id) => [id, readBack.has(id)]))
  }

  function noteBroken() {
    isBroken = true
  }

  function onNeeded() {
    publish()
    startWork()
  }

  /** Starts saving if there is work to do. Only one tab saves at a time. */
  function startWork() {
    const isUnread = needed.houses().some(({ id }) => !records.has(id))
    const isNeeded = phaseOf(inputs()) === 'saving' || isUnread || superfluous().length > 0
    if (isOpen && isNeeded) void saveExclusively()
  }

  function refresh() {
    void readCaches().then(startWork)
  }

  async function saveAll() {
    if (!isOpen) return
    try {
      // Read the caches again, because another tab may have saved photos meanwhile.
      await readCaches()
      await removeSuperfluous()
      await saveMissing()
    } catch {
      isBroken = true
      publish()
    }
  }

  async function saveMissing() {
    downloads = new AbortController()
    const { signal } = downloads
    await Promise.all(Array.from({ length: MAX_PARALLEL_DOWNLOADS }, () => saveOneByOne(signal)))
  }

  async function saveOneByOne(signal: AbortSignal) {
    const next = () => (signal.aborted ? undefined : nextMissing())
    for (let address = next(); address; address = next()) {
      downloading.add(address)
      publishProgress()
      try {
        const bytes = await savePhoto(cache, address, signal)
        downloading.delete(address)
        if (bytes === undefined) return await readCaches()
        saved?.set(address, bytes)
        failures.resetBackoff()
        publishProgress([address, bytes])
      } catch (error) {
        downloading.delete(address)
        if (!signal.aborted) recordFailure(error, address)
        publishProgress()
      }
    }
  }

  /** Complete one house after the other, so that as many houses as possible are complete. */
  function nextMissing() {
    const now = inputs()
    if (phaseOf(now) !== 'saving') return undefined
    const isNext = (address: string) => isMissing(address, now) && !downloading.has(address)
    for (const house of now.houses) {
      const address = isAllowed(house) ? house.addresses.find(isNext) : undefined
      if (address) return address
    }
    return undefined
  }

  function recordFailure(error: unknown, address: string) {
    if (failures.record(error, address)) return
    console.error('A photo could not be saved:', error)
    isBroken = true
  }

  function retry() {
    failures.clear()
    startWork()
    publish()
  }

  /**
   * Aborts and retries the downloads after a reconnect, because running downloads may hang on dead
   * connections.
   */
  function restartDownloads() {
    downloads.abort()
    retry()
  }

  /**
   * Removes the photos that no house needs. Does nothing if the list of houses is not confirmed.
   */
  async function removeSuperfluous() {
    const addresses = superfluous()
    if (addresses.length === 0 || !needed.isConfirmed()) return
    await cache.drop(addresses)
    failures.recordFreedSpace()
    await readCaches()
    publishChange()
  }

  async function saveNow() {
    setPaused(cache.name, false)
    allowed = new Set(needed.houses().map(({ id }) => id))
    failures.recordFreedSpace()
    await cache.acceptEviction().catch(() => undefined)
    await readCaches()
    publishChange()
    retry()
  }

  const onVisible = () => {
    if (document.visibilityState === 'visible') refresh()
  }
  document.addEventListener('visibilitychange', onVisible)
  const stops = [
    needed.watch(onNeeded),
    onlineManager.subscribe((isOnline) => (isOnline ? restartDownloads() : publish())),
    () => document.removeEventListener('visibilitychange', onVisible),
    // Downloads may have waited on a metered connection. When the network changes, for example to
    // Wi-Fi, the downloads may continue.
    watchNetworkType(refresh),
    otherTabs.close,
    failures.stop,
    () => downloads.abort(),
  ]
  refresh()

  return {
    async switchOn() {
      await cache.switchOn().catch(noteBroken)
      await askToPersist()
      await saveNow()
    },

    /**
     * Retries every missing photo, whatever has stopped the downloads: a pause, a failure, a
     * metered connection, a full device, or an eviction by the browser.
     */
    saveNow,

    pause() {
      setPaused(cache.name, true)
      downloads.abort()
      publishChange()
      publish()
    },

    async remove() {
      downloads.abort()
      await cache.removeAll().catch(noteBroken)
      publishChange()
      await readCaches()
    },

    close() {
      for (const stop of stops) stop()
      isOpen = false
      state.set(undefined)
    },
  }
}

/** Resolves with the size in bytes, or undefined when saving was switched off. */
async function savePhoto(cache: PhotoCache, address: string, signal: AbortSignal) {
  // Another tab may have saved this photo already. Do not download it again.
  const there = await cache.readSize(address)
  if (there !== undefined) return there
  const photo = await getPhoto(address, signal)
  return (await cache.save(address, photo)) ? photo.size : undefined
}

async function askToPersist() {
  try {
    await navigator.storage?.persist?.()
  } catch {
    // Ignore the error. Save the photos even if the browser refuses to protect them from eviction.
  }
}
