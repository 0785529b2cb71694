import type { Listing } from '#client/data/to-listing.ts'
import { OutsideIcon } from '#client/features/listings/icons.tsx'
import { Row } from '#client/features/listings/listing-rows.tsx'
import { capitalise } from '#client/format/format.ts'
import { originalAddress } from '#client/format/original-address.ts'
import { describePosition, nameOfCircle } from '#client/format/precision.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/toast.ts'
import { PREFECTURES } from '#contract/prefectures.ts'
import { JapaneseAddress } from './japanese-address.tsx'
import { distanceRows } from './where/distance-rows.ts'
import { LocatorMap } from './where/locator-map.tsx'
import { frameAround, frameOfJapan, lengthOnMap, pointOnMap } from './where/map-frames.ts'
import { mapLinks } from './where/map-links.ts'
import styles from './where-it-is.module.css'

/** Shows where a house is, as exactly as the source states it, with links to street maps. */
export default function WhereItIs({ listing }: { listing: Listing }) {
  const { placeName } = listing.record
  const address = japaneseAddress(listing)
  if (!placeName && !address) return null
  const rows = distanceRows(listing)
  return (
    <section className={styles.section}>
      <h3>Where it is</h3>
      {placeName && <Maps prefecture={listing.prefecture} place={placeName} />}
      {rows.length > 0 && (
        <dl className={styles.rows}>
          {rows.map(({ name, value }) => (
            <Row key={name} name={name}>
              {value}
            </Row>
          ))}
        </dl>
      )}
      {address && (
        <>
          <ul className={styles.links}>
            {mapLinks(address).map(({ name, href }) => (
              <li key={name}>
                <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
                  <span>{name}</span>
                  <OutsideIcon />
                </a>
              </li>
            ))}
          </ul>
          <CopyAddress address={address} />
        </>
      )}
    </section>
  )
}

type Place = NonNullable<Listing['record']['placeName']>

function Maps({ prefecture, place }: { prefecture: string; place: Place }) {
  const { precision, radiusKm } = place
  const name = nameOfCircle(place, prefecture)
  const point = pointOnMap(place)
  // If only the prefecture is known, the map has no marker, because the centre of the prefecture
  // says nothing about the house.
  const isPlaced = precision !== 'prefecture'
  return (
    <>
      <div className={styles.maps}>
        <LocatorMap
          label={`Map of Japan with ${prefecture}`}
          frame={frameOfJapan(place)}
          prefecture={prefecture}
          spot={isPlaced ? { ...point, radius: 0 } : undefined}
        />
        <LocatorMap
          label={isPlaced ? `Map of ${prefecture} with ${name}` : `Map of ${prefecture}`}
          frame={frameAround(place, radiusKm)}
          prefecture={prefecture}
          spot={isPlaced ? { ...point, radius: lengthOnMap(radiusKm, place) } : undefined}
        />
      </div>
      <p>
        <span>{`${capitalise(describePosition(name, place))}.`}</span>{' '}
        <span className="caption">Outlines: svg-maps (CC BY 4.0).</span>
      </p>
    </>
  )
}

function CopyAddress({ address }: { address: string }) {
  async function copy() {
    await navigator.clipboard.writeText(address)
    showToast({ title: 'Copied', description: address, type: 'success' })
  }
  return (
    <>
      <JapaneseAddress>{address}</JapaneseAddress>
      <Button variant="secondary" onClick={() => void copy()}>
        Copy the Japanese address
      </Button>
    </>
  )
}

function japaneseAddress({ address, prefecture, record: { placeName } }: Listing) {
  const inJapanese = PREFECTURES.find(({ display }) => display === prefecture)?.japanese ?? ''
  const original = address && originalAddress(address)
  if (original) return original.startsWith(inJapanese) ? original : inJapanese + original
  return placeName && inJapanese + (placeName.precision === 'prefecture' ? '' : placeName.ja)
}
