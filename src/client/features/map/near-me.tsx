import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { latestFailure } from '#client/api/failures.ts'
import type { PositionFault } from '#client/browser/request-position.ts'
import { catalogueMark } from '#client/catalogue/catalogue-mark.ts'
import { useNoteRecords } from '#client/components/use-notes.ts'
import { listingsQuery, placeCountsQuery } from '#client/data/listings.ts'
import { ownPositionQuery } from '#client/data/own-position.ts'
import { savedListingsQuery } from '#client/data/saved-listings.ts'
import { toListing } from '#client/data/to-listing.ts'
import { formatCompactYen, formatHouses } from '#client/format/format.ts'
import { formatKm } from '#client/format/precision.ts'
import { toPin } from '#client/notes/pin.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { Button } from '#client/ui/button.tsx'
import type { ListingRecord } from '#contract/listings.ts'
import { withNoBreaks } from '#contract/no-break.ts'
import { houseRecord } from '#contract/note-choices.ts'
import { type Coordinate, DEFAULT_WITHIN_KM, pointRef } from '#contract/place-values.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import type { MappedPlace } from './group-places.ts'
import styles from './near-me.module.css'
import { type NearHouse, type NearPlace, nearest } from './nearest-houses.ts'
import { findPosition, isInJapan, type Position } from './position.ts'
import { savedPlaces } from './saved-places.ts'
import { useMatch } from './use-match.ts'

/** The maximum number of lines in the list, so that the map below it is near. */
const MAX_SHOWN = 8
/** How many houses the app requests around the person, the cheapest first. */
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
 * The houses near the person. Searches the whole catalogue, offline if it is on this device.
 * Otherwise, offline, searches the houses saved on this device.
 */
export function NearMe({ isOnline, onSearch, onFind }: NearMeProps) {
  const queryClient = useQueryClient()
  const searchesAll = isOnline || catalogueMark.isReady()
  const {
    mutate,
    data: here,
    error,
    isPending,
  } = useMutation<Position, PositionFault>({
    mutationFn: findPosition,
    networkMode: 'always',
    onSuccess: (here) => {
      if (!searchesAll || !isInJapan(here)) return onFind(here)
      queryClient.setQueryData(ownPositionQuery.queryKey, pointRef(here))
      onSearch(pointRef(here))
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
          : `Searches ${searchesAll ? 'all houses' : 'the houses'} on this device, because you're offline.`}
      </p>
      {error && <Alert type="warning">{FAULTS[error]}</Alert>}
      {here && !isInJapan(here) && (
        <Alert type="info">You seem to be outside Japan, so every house is far away.</Alert>
      )}
      {here && here.accuracyKm > ROUGH_KM && (
        <Alert type="info">{`Your device knows its position only to within about ${formatKm(here.accuracyKm)}, so distances are rough.`}</Alert>
      )}
      {here && (searchesAll && isInJapan(here) ? <Found here={here} /> : <Saved here={here} />)}
    </div>
  )
}

/** The houses of the whole catalogue around the person, the nearest first. */
function Found({ here }: { here: Position }) {
  const around = { near: pointRef(here), sort: 'price-asc', pageSize: MAX_FOUND } as const
  const sure = useQuery(listingsQuery(around))
  const possible = useQuery(listingsQuery({ ...around, match: 'possible' }))
  const { data: counts } = useQuery(placeCountsQuery(useMatch(around), 'oaza'))
  const failure = latestFailure(sure) ?? latestFailure(possible)
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
      places={counts?.places ?? []}
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
      places={savedPlaces(records)}
      isSavedOnly
      none="No house on this device has a known place. Open some houses or save favorites first."
      searched={`Searched only the ${formatHouses(records.length)} on this device: favorites, and houses that you opened. There may be nearer ones. Distances are straight lines.`}
    />
  )
}

interface NearestProps {
  here: Position
  title: string
  records: ListingRecord[]
  /** The places of all houses found. `records` may contain only some of these houses. */
  places: readonly MappedPlace[]
  /** Whether only the houses on this device were searched. */
  isSavedOnly?: boolean
  /** The message if no house is found. */
  none: string
  /** Says among which houses the list was made. */
  searched: string
}

function Nearest(props: NearestProps) {
  const { here, title, records, places, isSavedOnly = false, none, searched } = props
  const titleId = useId()
  const notes = useNoteRecords(houseRecord(''))
  const found = nearest(here, { records, places }, (id) =>
    toPin(notes?.get(houseRecord(id))?.pin?.value),
  )
  return (
    <section className={styles.found} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        {title}
      </h2>
      {found.length === 0 ? (
        <p>{none}</p>
      ) : (
        <>
          <p className="caption">{searched}</p>
          <ol className={styles.houses}>
            {found.slice(0, MAX_SHOWN).map((entry) =>
              'record' in entry ? (
                <li key={entry.record._id}>
                  <House {...entry} />
                </li>
              ) : (
                <li key={entry.place.code}>
                  {isSavedOnly ? <FoldedPlace {...entry} /> : <PlaceLink {...entry} />}
                </li>
              ),
            )}
          </ol>
        </>
      )}
    </section>
  )
}

function House({ record, text }: Pick<NearHouse, 'record' | 'text'>) {
  return (
    <Link className={styles.house} to="/listings/$id" params={{ id: record._id }}>
      <span>
        <Bilingual>{toListing(record).title}</Bilingual>
      </span>
      <span className="caption">{text}</span>
    </Link>
  )
}

/** Leads to the houses of a municipality. */
function PlaceLink({ place, text, records }: NearPlace) {
  return (
    <Link className={styles.house} to="/listings" search={{ place: place.code }}>
      <PlaceWords place={place} text={text} records={records} />
    </Link>
  )
}

/** The saved houses of a municipality. A tap unfolds them, because a search needs the server. */
function FoldedPlace({ place, text, records }: NearPlace) {
  return (
    <details>
      <summary className={styles.place}>
        <PlaceWords place={place} text={text} records={records} />
      </summary>
      <ul className={styles.inside}>
        {records.map((record) => (
          <li key={record._id}>
            <House record={record} text={text} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The words of one line: `Seiyo, Ehime · about 20 km north · 36 houses from ¥500K`. */
function PlaceWords({ place, text, records }: Omit<NearPlace, 'km'>) {
  const prices = records.flatMap(({ 'Sale Price Yen': yen }) => yen ?? [])
  const cheapest = Math.min(...prices)
  const from =
    prices.length > 0 ? ` from ${cheapest === 0 ? 'free' : formatCompactYen(cheapest)}` : ''
  return (
    <>
      <span translate="no">{`${place.en}, ${prefectureDisplay(place.prefecture)}`}</span>
      <span className="caption">
        {withNoBreaks(`${text} · ${formatHouses(place.count)}${from}`)}
      </span>
    </>
  )
}
