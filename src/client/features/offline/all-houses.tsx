import { useEffect, useState, useSyncExternalStore } from 'react'
import { now } from '#client/browser/clock.ts'
import {
  type DevicePrefecture,
  type ReadyCatalogue,
  storedBytesOf,
  sumOf,
  type TransferState,
} from '#client/catalogue/catalogue-state.ts'
import { deviceCatalogue } from '#client/catalogue/device-catalogue.ts'
import { formatHouses, formatNumber } from '#client/format/format.ts'
import { formatSavedAt } from '#client/format/saved-time.ts'
import { formatSize } from '#client/format/sizes.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import fold from '#client/ui/fold.module.css'
import { HouseIcon } from '#client/ui/icons.tsx'
import { prefectureDisplay } from '#contract/prefectures.ts'
import styles from './device.module.css'
import { DevicePart, type PartState } from './device-part.tsx'
import { RemoveButton } from './remove-button.tsx'

/** The catalogue on this device. Renders nothing if the server offers devices no catalogue. */
export function AllHouses() {
  const catalogue = useSyncExternalStore(deviceCatalogue.watch, deviceCatalogue.current)
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (isAsked) return
    // If the browser has no database, the state stays `unknown`.
    void deviceCatalogue
      .refresh()
      .catch(() => undefined)
      .then(() => setAsked(true))
  }, [isAsked])
  if (catalogue.phase === 'off') return null
  if (catalogue.phase === 'ready') return <CataloguePart catalogue={catalogue} />
  if (!isAsked) return <DevicePart {...PART} state={{ status: 'Checking what is saved' }} />
  return (
    <DevicePart
      {...PART}
      state={{
        status: 'Not saved',
        text: 'All houses, to search them without a signal. Engawa could not be asked for them.',
        action: { label: 'Try again', run: () => setAsked(false), variant: 'secondary' },
      }}
    />
  )
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
            onConfirm={deviceCatalogue.removeAll}
          />
        )
      }
    >
      {prefectures.length > 0 && <Details prefectures={prefectures} />}
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
        run: deviceCatalogue.takeColumns,
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

/** A list with more prefectures than this has a filter. */
const MAX_UNFILTERED = 8

/** The detailed records by prefecture. Lists first what was saved when the list was opened. */
function Details({ prefectures }: { prefectures: DevicePrefecture[] }) {
  const wanted = prefectures.filter(({ isWanted }) => isWanted)
  const others = prefectures.filter(({ isWanted }) => !isWanted)
  const [first] = useState(() => wanted.map(({ prefecture }) => prefecture))
  const [filter, setFilter] = useState('')
  const isFirst = ({ prefecture }: DevicePrefecture) => first.includes(prefecture)
  const shown = prefectures
    .filter(({ prefecture }) =>
      nameOf(prefecture).toLowerCase().includes(filter.trim().toLowerCase()),
    )
    .sort((one, other) => Number(isFirst(other)) - Number(isFirst(one)))
  return (
    <details>
      <summary className={fold.summary}>
        {`Details by prefecture: ${wanted.length === 0 ? 'none' : formatNumber(wanted.length)} of ${formatNumber(prefectures.length)} saved`}
      </summary>
      <div className={styles.prefectures}>
        <p className="soft">
          With its details, a house opens without a signal, with all its facts and whom to call. The
          photos are saved only for favorites.
        </p>
        {others.length > 1 && (
          <div>
            <Button variant="secondary" onClick={deviceCatalogue.takeAll}>
              {`Save ${wanted.length > 0 ? 'the other details' : 'all details'}, ${formatSize(sumOf(others, ({ bytes }) => bytes))}`}
            </Button>
          </div>
        )}
        {prefectures.length > MAX_UNFILTERED && (
          <Field
            label="Find a prefecture"
            type="search"
            autoComplete="off"
            spellCheck={false}
            value={filter}
            onChange={({ currentTarget }) => setFilter(currentTarget.value)}
          />
        )}
        {shown.length === 0 && <p role="status">No prefecture has this name.</p>}
        <ul>
          {shown.map((part) => (
            <Prefecture key={part.prefecture} part={part} />
          ))}
        </ul>
      </div>
    </details>
  )
}

function Prefecture({ part }: { part: DevicePrefecture }) {
  const { prefecture, houses, bytes, storedBytes, isWanted } = part
  const name = nameOf(prefecture)
  const verb = isWanted ? 'Remove' : 'Save'
  const saved = storedBytes > 0 ? `${formatSize(storedBytes)} saved` : 'not saved yet'
  return (
    <li className={styles.prefecture}>
      <span>{`${name}: ${formatHouses(houses)}, ${isWanted ? saved : formatSize(bytes)}`}</span>
      <Button
        variant="quiet"
        aria-label={`${verb} ${name}`}
        onClick={() => (isWanted ? deviceCatalogue.remove : deviceCatalogue.take)(prefecture)}
      >
        {verb}
      </Button>
    </li>
  )
}

function nameOf(prefecture: string | null) {
  return prefecture === null ? 'Prefecture unknown' : prefectureDisplay(prefecture)
}
