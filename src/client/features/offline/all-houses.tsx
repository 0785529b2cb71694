import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError } from '#client/api/failures.ts'
import { now } from '#client/browser/clock.ts'
import { createRetries } from '#client/browser/retries.ts'
import { type ReadyCatalogue, storedBytesOf } from '#client/catalogue/catalogue-state.ts'
import { deviceCatalogue } from '#client/catalogue/device-catalogue.ts'
import { NOTHING, want } from '#client/catalogue/wanted.ts'
import { formatHouses } from '#client/format/format.ts'
import { formatSavedAt } from '#client/format/saved-time.ts'
import { formatSize } from '#client/format/sizes.ts'
import { chosenPhotoSaver } from '#client/photos/account-photos.ts'
import { chosenPhotos } from '#client/photos/saved-photos.ts'
import { HouseIcon } from '#client/ui/icons.tsx'
import { ChosenPhotosPart } from './chosen-photos-part.tsx'
import { DevicePart, type PartState } from './device-part.tsx'
import { PrefectureList } from './prefecture-list.tsx'
import { RemoveButton } from './remove-button.tsx'
import { describeTransfer } from './saving-status.tsx'
import { SearchList } from './search-list.tsx'

/** The delays between requests while the server builds its first catalogue. */
const RETRY_DELAYS = { firstMs: 10_000, maxMs: 30_000 }

type Failure = 'not-loaded' | 'not-built' | 'no-storage'

/** The catalogue on this device. Renders nothing if the server offers devices no catalogue. */
export function AllHouses() {
  const catalogue = useSyncExternalStore(deviceCatalogue.watch, deviceCatalogue.current)
  const { failure, refresh } = useRefresh()
  if (catalogue.phase === 'off') return null
  if (catalogue.phase === 'ready') {
    return (
      <>
        <CataloguePart catalogue={catalogue} />
        <ChosenPhotosPart catalogue={catalogue} />
      </>
    )
  }
  if (!failure) return <DevicePart {...PART} state={{ status: 'Checking what is saved' }} />
  return (
    <DevicePart
      {...PART}
      state={{
        status: failure === 'not-built' ? 'Not ready yet' : 'Not saved',
        text: `All houses, to search them without a signal. ${FAILURES[failure]}`,
        ...(failure !== 'not-built' && {
          action: { label: 'Try again', run: refresh, variant: 'secondary' },
        }),
      }}
    />
  )
}

const FAILURES: Record<Failure, string> = {
  'not-loaded': "They couldn't be loaded.",
  'not-built':
    'Engawa is preparing them, which takes a minute. This page shows them when they are ready.',
  'no-storage': 'This browser cannot store them, for example because this is a private window.',
}

/** Reads the catalogue when the screen opens. Retries while the server builds its first one. */
function useRefresh() {
  const [count, setCount] = useState(0)
  const [failure, setFailure] = useState<Failure>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new count starts a refresh.
  useEffect(() => {
    let isGone = false
    const retries = createRetries(refresh, RETRY_DELAYS)
    async function refresh() {
      const result = await deviceCatalogue.refresh().then(failureOf, () => 'no-storage' as const)
      if (isGone) return
      setFailure(result)
      if (result === 'not-built') retries.schedule()
    }
    setFailure(undefined)
    void refresh()
    return () => {
      isGone = true
      retries.cancel()
    }
  }, [count])
  return { failure, refresh: () => setCount(count + 1) }
}

function failureOf(error: unknown): Failure | undefined {
  if (error === undefined) return undefined
  const isUnbuilt = error instanceof ApiError && error.isOurs && error.status === 503
  return isUnbuilt ? 'not-built' : 'not-loaded'
}

const PART = { icon: HouseIcon, title: 'All houses' }

export function CataloguePart({ catalogue }: { catalogue: ReadyCatalogue }) {
  const { columns, prefectures } = catalogue
  const photos = useSyncExternalStore(chosenPhotos.watch, chosenPhotos.current)
  const bytes = storedBytesOf(catalogue) + (photos?.bytes ?? 0)
  return (
    <DevicePart
      {...PART}
      state={describeState(catalogue)}
      actions={
        columns.isWanted && (
          <RemoveButton
            label="Remove all houses"
            title="Remove all houses?"
            consequence={`${formatSize(bytes)} will be removed from this device${photos?.bytes ? ', with the photos of other houses' : ''}. Your favorites stay.`}
            confirm={`Remove ${formatSize(bytes)}`}
            decline="Keep houses"
            onConfirm={() => {
              void deviceCatalogue.setWanted(() => NOTHING)
              chosenPhotoSaver.remove()
            }}
          />
        )
      }
    >
      {prefectures.length > 0 && <PrefectureList catalogue={catalogue} />}
      {catalogue.revision > 0 && <SearchList catalogue={catalogue} />}
    </DevicePart>
  )
}

function describeState({ houses, columns, storedAt, transfer }: ReadyCatalogue): PartState {
  const { state, doneBytes, totalBytes, message } = transfer
  const all = `All ${formatHouses(houses)}`
  if (!columns.isWanted) {
    return {
      status: 'Not saved',
      text: `${all}: search, filters and map without a signal. ${formatSize(columns.bytes)}.`,
      action: {
        label: `Save all houses, ${formatSize(columns.bytes)}`,
        run: () => deviceCatalogue.setWanted(want),
      },
    }
  }
  const words = `${formatSize(doneBytes)} of ${formatSize(totalBytes)}`
  const progress = { words, value: doneBytes, max: Math.max(totalBytes, 1) }
  const { pause, resume } = deviceCatalogue
  const works = `${all}: search, filters and map work without a signal.`
  switch (state) {
    case 'idle': {
      const updated = storedAt === undefined ? '' : ` Updated ${formatSavedAt(storedAt, now())}.`
      return {
        status: 'Saved for offline',
        text: `${works} ${formatSize(columns.storedBytes)}.${updated}`,
      }
    }
    case 'failed':
      return {
        status: 'Not completely saved',
        progress,
        warning: message ?? 'The houses could not be downloaded.',
        action: { label: 'Try again', run: resume },
      }
    default: {
      const described = describeTransfer(state, progress, { pause, resume })
      if (state !== 'full' || doneBytes < totalBytes) return described
      // The device had no space even for the person's choice, so no download is incomplete.
      const { progress: _, ...withoutProgress } = described
      return { ...withoutProgress, text: `${works} To save more, free up space on this device.` }
    }
  }
}
