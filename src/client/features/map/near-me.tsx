import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { PositionFault } from '#client/browser/request-position.ts'
import { useKitRecords } from '#client/components/use-kit.ts'
import { savedListingsQuery } from '#client/data/saved-listings.ts'
import { toListing } from '#client/data/to-listing.ts'
import { formatKm } from '#client/format/precision.ts'
import { toPin } from '#client/kit/pin.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { Button } from '#client/ui/button.tsx'
import { houseRecord } from '#contract/kit-choices.ts'
import { pointRef } from '#contract/place-values.ts'
import styles from './near-me.module.css'
import { nearestHouses } from './nearest-houses.ts'
import { findPosition, isInJapan, type Position } from './position.ts'

/** The maximum number of houses in the list. A person on a trip would not read a longer list. */
const MAX_SHOWN = 20
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
  /** Whether the server can be reached. A search needs the server. */
  canSearch: boolean
  /**
   * Starts a search near the person. `near` is the person's position as a place reference. This
   * search is the only request that sends the position to the server.
   */
  onSearch: (near: string) => void
}

/**
 * The houses saved on this device, sorted by their distance from the device. Works without a
 * network.
 */
export function NearMe({ canSearch, onSearch }: NearMeProps) {
  const {
    mutate,
    data: here,
    error,
    isPending,
  } = useMutation<Position, PositionFault>({
    mutationFn: findPosition,
    networkMode: 'always',
  })
  return (
    <div className={styles.near}>
      <Button variant="secondary" disabled={isPending} onClick={() => mutate()}>
        {isPending ? 'Finding your position...' : 'Near me'}
      </Button>
      {error && <Alert type="warning">{FAULTS[error]}</Alert>}
      {here && <Nearest here={here} canSearch={canSearch} onSearch={onSearch} />}
    </div>
  )
}

function Nearest({ here, canSearch, onSearch }: NearMeProps & { here: Position }) {
  const titleId = useId()
  const { data: records } = useQuery(savedListingsQuery)
  const notes = useKitRecords(houseRecord(''))
  if (!records) return null
  const houses = nearestHouses(here, records, (id) =>
    toPin(notes?.get(houseRecord(id))?.pin?.value),
  )
  return (
    <section className={styles.found} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        Houses near you
      </h2>
      {!isInJapan(here) && (
        <Alert type="info">You seem to be outside Japan, so every house is far away.</Alert>
      )}
      {here.accuracyKm > ROUGH_KM && (
        <Alert type="info">{`Your device knows its position only to within about ${formatKm(here.accuracyKm)}, so distances are rough.`}</Alert>
      )}
      {houses.length === 0 ? (
        <p>No house on this device has a known place. Open some results or save favorites first.</p>
      ) : (
        <>
          <p className="caption">
            Distances in a straight line to the houses on this device: favorites, and results that
            you opened.
          </p>
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
      {canSearch && isInJapan(here) && (
        <>
          <Button variant="secondary" onClick={() => onSearch(pointRef(here))}>
            Search within 20 km of here
          </Button>
          <p className="caption">
            Your position leaves this device only for this search, rounded to a kilometre.
          </p>
        </>
      )}
    </section>
  )
}
