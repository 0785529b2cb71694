import type { CatalogueIndex, CataloguePart } from '#contract/catalogue.ts'
import type { StoredCatalogue } from './stored-catalogue.ts'
import { type PrefectureName, wantedParts } from './wanted.ts'

export interface DevicePrefecture {
  prefecture: PrefectureName
  houses: number
  /** What a download of all its houses takes, in bytes. */
  bytes: number
  /** What this device has of them, in bytes. */
  storedBytes: number
  isWanted: boolean
  /** Whether the person has chosen to save the photos of its houses. */
  hasPhotos: boolean
  /** Whether a saved search on this device has matching houses in it. */
  isInSearch: boolean
}

export interface Transfer {
  /** `waiting`: there is no network. `full`: the device is full. */
  state: 'idle' | 'saving' | 'paused' | 'waiting' | 'full' | 'failed'
  /** Why the transfer has failed. */
  message?: string | undefined
}

export interface ReadyCatalogue {
  phase: 'ready'
  /** The revision in which this device can search. 0 if it cannot search yet. */
  revision: number
  houses: number
  /** `isWanted` is undefined until the person or the app has decided. */
  columns: { bytes: number; storedBytes: number; isWanted: boolean | undefined }
  prefectures: DevicePrefecture[]
  /** The saved searches whose houses are on this device, as query strings. */
  searches: string[]
  /** When the searches of this device were last known to be up to date. Undefined before. */
  storedAt: number | undefined
  transfer: Transfer & { doneBytes: number; totalBytes: number }
}

export type DeviceCatalogueState =
  /** This device was not read yet, or the server was never asked. */
  | { phase: 'unknown' }
  /** This server gives devices no catalogue. */
  | { phase: 'off' }
  | ReadyCatalogue

/** Describes what there is, and what of it is on this device. */
export function describeCatalogue(
  stored: StoredCatalogue,
  index: CatalogueIndex | undefined,
  hashes: ReadonlySet<string>,
  transfer: Transfer,
): DeviceCatalogueState {
  // Without a connection, the device knows only the parts that it has.
  const parts = index?.parts ?? stored.parts
  if (parts.length === 0) return { phase: 'unknown' }
  const { wanted, checkedAt } = stored
  const storedBytes = (some: CataloguePart[]) =>
    sumOf(some, ({ hash, bytes }) => (hashes.has(hash) ? bytes : 0))
  const columns = parts.filter(({ tier }) => tier !== 'details')
  const details = parts.filter(({ tier }) => tier === 'details')
  const names = new Set(details.map(({ prefecture = null }) => prefecture))
  const taken = wantedParts(parts, wanted)
  return {
    phase: 'ready',
    revision: stored.revision,
    houses: sumOf(columns, ({ tier, houses }) => (tier === 'columns' ? houses : 0)),
    columns: {
      bytes: sumOf(columns, ({ bytes }) => bytes),
      storedBytes: storedBytes(columns),
      isWanted: wanted.columns,
    },
    prefectures: [...names].map((prefecture) => {
      const its = details.filter((part) => (part.prefecture ?? null) === prefecture)
      return {
        prefecture,
        houses: sumOf(its, ({ houses }) => houses),
        bytes: sumOf(its, ({ bytes }) => bytes),
        storedBytes: storedBytes(its),
        isWanted: wantedParts(its, wanted).length > 0,
        hasPhotos: wanted.photos.includes(prefecture),
        isInSearch: wanted.searches.some((one) => one.prefectures.includes(prefecture)),
      }
    }),
    searches: wanted.searches.map(({ search }) => search),
    storedAt: checkedAt || undefined,
    transfer: {
      ...transfer,
      state: transferState(stored, transfer),
      doneBytes: storedBytes(taken),
      totalBytes: sumOf(taken, ({ bytes }) => bytes),
    },
  }
}

/** A catalogue that lacks something is never described as idle. Another tab may transfer it. */
function transferState({ wanted, isComplete }: StoredCatalogue, { state }: Transfer) {
  if (state !== 'idle' || isComplete || !wanted.columns) return state
  return wanted.isPaused ? 'paused' : 'saving'
}

/** The size of the catalogue on this device, in bytes. */
export function storedBytesOf(catalogue: DeviceCatalogueState) {
  if (catalogue.phase !== 'ready') return 0
  return sumOf([catalogue.columns, ...catalogue.prefectures], ({ storedBytes }) => storedBytes)
}

export function sumOf<T>(items: T[], toNumber: (item: T) => number) {
  return items.reduce((sum, item) => sum + toNumber(item), 0)
}
