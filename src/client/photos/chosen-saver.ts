import { createListeners } from '#client/browser/listeners.ts'
import { createExclusiveTask } from '#client/browser/locks.ts'
import { listChosenPhotos } from '#client/catalogue/list-chosen-photos.ts'
import type { HousePhotos } from '#client/catalogue/questions.ts'
import { catalogueChanges } from '#client/catalogue/stored-catalogue.ts'
import { imageAddress } from '#client/data/to-listing.ts'
import { savedAddresses } from './photo-caches.ts'
import { openPhotoSaver } from './photo-saver.ts'
import { chosenCache } from './saved-caches.ts'
import { chosenPhotos, favoritePhotos, type House, type NeededPhotos } from './saved-photos.ts'

/** Saves the photos of the houses that the person has chosen, after those of favorites. */
export function openChosenSaver() {
  const needed = createChosenHouses()
  const saver = openPhotoSaver({ cache: chosenCache, needed, state: chosenPhotos })
  return {
    ...saver,
    /**
     * Makes the person's choice, and saves the photos even on a metered connection. The choice may
     * need records that are downloaded first.
     */
    async choose(change: () => Promise<void>) {
      await saver.switchOn()
      await change()
      await needed.list()
      await saver.saveNow()
    },
  }
}

/**
 * Watches the catalogue on this device, and determines which photos this device needs for the houses
 * in the prefectures and saved searches that the person has chosen. The photos of favorites are saved
 * with the favorites, so they are left out.
 */
function createChosenHouses() {
  const { watch, tell } = createListeners()
  const listOnce = createExclusiveTask('chosen-houses', list)
  let isConfirmed = false
  let listed: House[] = []
  let houses: House[] = []
  /** Includes photos of favorites until they are saved with the favorites. */
  let needed = new Set<string>()
  let favorites = readFavorites()

  async function list() {
    const photos = await listChosenPhotos().catch(() => undefined)
    isConfirmed = photos?.isPartial === false
    if (photos) listed = photos.houses.map(toHouse)
    read()
    tell()
  }

  function read() {
    houses = listed.filter(({ id }) => !favorites.ready.has(id))
    const others = listed.filter(({ id }) => !favorites.ready.get(id))
    needed = new Set(others.flatMap(({ addresses }) => addresses))
  }

  function followFavorites() {
    const before = favorites.key
    favorites = readFavorites()
    if (favorites.key === before) return
    read()
    tell()
  }

  return {
    houses: () => houses,
    isNeeded: (address) => needed.has(address),
    isConfirmed: () => isConfirmed,
    isHeld: () => favorites.isMissing,
    saveRecords: async () => new Set(listed.map(({ id }) => id)),
    /** Reads the chosen houses again, for example after the person has changed the choice. */
    list: listOnce,

    watch(listener) {
      const stops = [
        watch(listener),
        favoritePhotos.watch(followFavorites),
        catalogueChanges.watch(() => void listOnce()),
      ]
      void listOnce()
      return () => {
        for (const stop of stops) stop()
      }
    },
  } satisfies NeededPhotos & { list: () => Promise<void> }
}

function toHouse({ id, images }: HousePhotos): House {
  return { id, addresses: savedAddresses([...new Set(images.map(imageAddress))]) }
}

/**
 * Whether each favorite is completely saved, and whether photos of favorites are missing. Empty while
 * the photos of favorites are not saved. `key` changes with these values.
 */
function readFavorites() {
  const { phase, houses } = favoritePhotos.current() ?? {}
  const isOn = houses !== undefined && phase !== 'off' && phase !== 'impossible'
  const states = isOn ? [...houses] : []
  const ready = new Map(states.map(([id, state]) => [id, state === 'ready'] as const))
  const isMissing = phase === undefined || ['saving', 'waiting', 'full'].includes(phase)
  return { ready, isMissing, key: JSON.stringify([isMissing, [...ready]]) }
}
