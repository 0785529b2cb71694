import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { failureOf } from '#client/api/failures.ts'
import type { PositionFault } from '#client/browser/request-position.ts'
import { useKitRecords } from '#client/components/use-kit.ts'
import { listingsQuery } from '#client/data/listings.ts'
import { savedListingsQuery } from '#client/data/saved-listings.ts'
import { toListing } from '#client/data/to-listing.ts'
import { formatHouses } from '#client/format/format.ts'
import { formatKm } from '#client/format/precision.ts'
import { toPin } from '#client/kit/pin.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { Button } from '#client/ui/button.tsx'
import { houseRecord } from '#contract/kit-choices.ts'
import type { ListingRecord } from '#contract/listings.ts'
import { type Coordinate, DEFAULT_WITHIN_KM, pointRef } from '#contract/place-values.ts'
import styles from './near-me.module.css'
import { nearestHouses } from './nearest-houses.ts'
import { findPosition, isInJapan, type Position } from './position.ts'

/** The maximum number of houses in the list. A person on a trip would not read a longer list. */
const MAX_SHOWN = 20
/** How many houses the app requests around the person, to sort them by distance. */
const MAX_FOUND = 100
/**
 * If the device's position has an error larger than this, in kilometres, a message says that the
 * distances are rough.
 */
const ROUGH_KM = 5

const FAULTS: Record<PositionFault, string> = {
  refused:
    "Engawa is not allowed to use your position. Allow this in your browser's settings, then try again.",
  unavailable: "Your device doesn't know where it is. Try again outside, or with Wi-Fi on.",
  timeout: 'Finding your position took too long. Try again outside, or with Wi-Fi on.',
  missing: 'This browser has no way to find your position.',
}

interface NearMeProps {
  /** Whether the server can be reached. */
  isOnline: boolean
  /**
   * Starts a search near the person. `near` is the person's position as a place reference. The
   * search sends this position to the server.
   */
  onSearch: (near: string) => void
  /** Called with the position of the person if no search starts. */
  onFind: (here: Coordinate) => void
}

/**
 * The houses near the person. Online, searches the whole catalogue. Offline, searches the houses
 * saved on this device.
 */
export function NearMe({ isOnline, onSearch, onFind }: NearMeProps) {
  const {
    mutate,
    data: here,
    error,
    isPending,
  } = useMutation<Position, PositionFault>({
    mutationFn: findPosition,
    networkMode: 'always',
    onSuccess: (here) => {
      if (isOnline && isInJapan(here)) onSearch(pointRef(here))
      else onFind(here)
    },
  })
  return (
    <div className={styles.near}>
      <Button variant="secondary" disabled={isPending} onClick={() => mutate()}>
        {isPending ? 'Finding your position...' : 'Near me'}
      </Button>
      <p className="caption">
        {isOnline
          ? 'Searches all houses. Sends your position to Engawa, rounded to a kilometer.'
          : "Searches the houses on this device, because you're offline."}
      </p>
      {error && <Alert type="warning">{FAULTS[error]}</Alert>}
      {here && !isInJapan(here) && (
        <Alert type="info">You seem to be outside Japan, so every house is far away.</Alert>
      )}
      {here && here.accuracyKm > ROUGH_KM && (
        <Alert type="info">{`Your device knows its position only to within about ${formatKm(here.accuracyKm)}, so distances are rough.`}</Alert>
      )}
      {here && (isOnline && isInJapan(here) ? <Found here={here} /> : <Saved here={here} />)}
    </div>
  )
}

/** The houses of the whole catalogue around the person, the nearest first. */
function Found({ here }: { here: Position }) {
  const around = { near: pointRef(here), pageSize: MAX_FOUND }
  const sure = useQuery(listingsQuery(around))
  const possible = useQuery(listingsQuery({ ...around, match: 'possible' }))
  const failure = failureOf(sure) ?? failureOf(possible)
  if (!sure.data || !possible.data || sure.isPlaceholderData || possible.isPlaceholderData) {
    return failure ? <Saved here={here} /> : <p role="status">Searching near you...</p>
  }
  const within = `within ${DEFAULT_WITHIN_KM} km of you`
  const [sureCount, possibleCount] = [sure.data.total_count, possible.data.total_count]
  const mayBe = `${formatHouses(possibleCount)} may be ${within}: only the municipality is known.`
  const isSure = sureCount > 0
  return (
    <Nearest
      here={here}
      title={isSure ? 'Houses near you' : 'Houses that may be near you'}
      records={(isSure ? sure : possible).data.results}
      none={`No house is known to be ${within}.`}
      searched={[
        isSure && `${formatHouses(sureCount)} ${within}.`,
        possibleCount > 0 && mayBe,
        'Distances are straight lines to the middle of the municipality.',
      ]
        .filter(Boolean)
        .join(' ')}
    />
  )
}

/** The houses on this device, the nearest first. */
function Saved({ here }: { here: Position }) {
  const { data: records } = useQuery(savedListingsQuery)
  if (!records) return null
  return (
    <Nearest
      here={here}
      title="Nearest houses on this device"
      records={records}
      none="No house on this device has a known place. Open some results or save favorites first."
      searched={`Searched only the ${formatHouses(records.length)} on this device: favorites, and results that you opened. There may be nearer ones. Distances are straight lines.`}
    />
  )
}

interface NearestProps {
  here: Position
  title: string
  records: ListingRecord[]
  /** The message if no house is found. */
  none: string
  /** Says among which houses the list was made. */
  searched: string
}

function Nearest({ here, title, records, none, searched }: NearestProps) {
  const titleId = useId()
  const notes = useKitRecords(houseRecord(''))
  const houses = nearestHouses(here, records, (id) =>
    toPin(notes?.get(houseRecord(id))?.pin?.value),
  )
  return (
    <section className={styles.found} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        {title}
      </h2>
      {houses.length === 0 ? (
        <p>{none}</p>
      ) : (
        <>
          <p className="caption">{searched}</p>
          <ol className={styles.houses}>
            {houses.slice(0, MAX_SHOWN).map(({ record, text }) => (
              <li key={record._id}>
                <Link className={styles.house} to="/listings/$id" params={{ id: record._id }}>
                  <span>
                    <Bilingual>{toListing(record).title}</Bilingual>
                  </span>
                  <span className="caption">{text}</span>
                </Link>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  )
}
