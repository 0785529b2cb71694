import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError } from '#client/api/failures.ts'
import { now } from '#client/browser/clock.ts'
import {
  type ReadyCatalogue,
  storedBytesOf,
  type TransferState,
} from '#client/catalogue/catalogue-state.ts'
import { deviceCatalogue } from '#client/catalogue/device-catalogue.ts'
import { NOTHING, want } from '#client/catalogue/wanted.ts'
import { formatHouses } from '#client/format/format.ts'
import { formatSavedAt } from '#client/format/saved-time.ts'
import { formatSize } from '#client/format/sizes.ts'
import { chosenPhotoSaver } from '#client/photos/account-photos.ts'
import { HouseIcon } from '#client/ui/icons.tsx'
import { DevicePart, type PartState } from './device-part.tsx'
import { PrefectureList } from './prefecture-list.tsx'
import { RemoveButton } from './remove-button.tsx'
import { SearchList } from './search-list.tsx'

/** After how many milliseconds the screen asks again while the server makes its first catalogue. */
const RETRY_DELAYS_MS = [10_000, 30_000]

/** Why this screen does not know the catalogue. */
type Failure = 'unanswered' | 'is-made' | 'no-storage'

/** The catalogue on this device. Renders nothing if the server offers devices no catalogue. */
export function AllHouses() {
  const catalogue = useSyncExternalStore(deviceCatalogue.watch, deviceCatalogue.current)
  const { failure, askAgain } = useRefresh()
  if (catalogue.phase === 'off') return null
  if (catalogue.phase === 'ready') return <CataloguePart catalogue={catalogue} />
  if (!failure) return <DevicePart {...PART} state={{ status: 'Checking what is saved' }} />
  return (
    <DevicePart
      {...PART}
      state={{
        status: failure === 'is-made' ? 'Not ready yet' : 'Not saved',
        text: `All houses, to search them without a signal. ${FAILURES[failure]}`,
        ...(failure !== 'is-made' && {
          action: { label: 'Try again', run: askAgain, variant: 'secondary' },
        }),
      }}
    />
  )
}

const FAILURES: Record<Failure, string> = {
  unanswered: 'Engawa could not be asked for them.',
  'is-made': 'Engawa is preparing them, which takes a minute. This page asks again by itself.',
  'no-storage': 'This browser cannot store them, for example because this is a private window.',
}

/** Reads the catalogue when the screen opens. Asks again while the server makes its first one. */
function useRefresh() {
  const [asked, setAsked] = useState(0)
  const [failure, setFailure] = useState<Failure>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new number asks again.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    async function refresh([delayMs = 0, ...longer]: number[]) {
      const found = await deviceCatalogue.refresh().then(failureOf, () => 'no-storage' as const)
      if (isGone) return
      setFailure(found)
      if (found !== 'is-made') return
      timer = setTimeout(() => void refresh(longer.length > 0 ? longer : [delayMs]), delayMs)
    }
    setFailure(undefined)
    void refresh(RETRY_DELAYS_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [asked])
  return { failure, askAgain: () => setAsked((count) => count + 1) }
}

function failureOf(error: unknown): Failure | undefined {
  if (error === undefined) return undefined
  return error instanceof ApiError && error.isOurs && error.status === 503
    ? 'is-made'
    : 'unanswered'
}

const PART = { icon: HouseIcon, title: 'All houses' }

export function CataloguePart({ catalogue }: { catalogue: ReadyCatalogue }) {
  const { columns, prefectures } = catalogue
  const bytes = storedBytesOf(catalogue)
  return (
    <DevicePart
      {...PART}
      state={describeState(catalogue)}
      actions={
        columns.isWanted && (
          <RemoveButton
            label="Remove all houses"
            title="Remove all houses?"
            consequence={`${formatSize(bytes)} will be removed from this device. Your favorites stay.`}
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

const STATUSES: Record<TransferState, string> = {
  idle: 'Saved for offline',
  running: 'Saving for offline',
  paused: 'Saving is paused',
  'waits-for-network': 'Waiting for a connection',
  full: 'This device is full',
  failed: 'Not completely saved',
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
  const status = STATUSES[state]
  const progress = {
    words: `${formatSize(doneBytes)} of ${formatSize(totalBytes)}`,
    value: doneBytes,
    max: Math.max(totalBytes, 1),
  }
  const resume = { label: 'Try again', run: deviceCatalogue.resume }
  switch (state) {
    case 'idle': {
      const updated = storedAt === undefined ? '' : ` Updated ${formatSavedAt(storedAt, now())}.`
      return {
        status,
        text: `${all}: search, filters and map work without a signal. ${formatSize(columns.storedBytes)}.${updated}`,
      }
    }
    case 'running':
      return {
        status,
        progress,
        action: { label: 'Pause', run: deviceCatalogue.pause, variant: 'secondary' },
      }
    case 'paused':
      return { status, progress, action: { ...resume, label: 'Resume' } }
    case 'waits-for-network':
      return { status, progress, text: "Saving resumes when you're back online." }
    case 'full':
      return {
        status,
        progress,
        text: 'Houses that are already saved stay. To save the rest, free up space on this device.',
        action: resume,
      }
    case 'failed':
      return {
        status,
        progress,
        warning: message ?? 'The houses could not be downloaded.',
        action: resume,
      }
  }
}
