import { Children, type ReactNode } from 'react'
import { type Listing, transportationLines } from '#client/data/to-listing.ts'
import { formatArea } from '#client/format/format.ts'
import { originalAddress } from '#client/format/original-address.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import type { Display } from '#contract/display.ts'
import { hasJapanese } from '#contract/japanese.ts'
import styles from './listing-rows.module.css'

interface ListingRowsProps {
  listing: Listing
  display: Display | undefined
  price: ReactNode
  /** More rows, such as the contact. Only people with access see these rows. */
  children?: ReactNode
}

/** The facts of a house, as a list of names and values. */
export function ListingRows({ listing, display, price, children }: ListingRowsProps) {
  const { area, landArea } = listing
  const unit = display?.area_unit
  const ways = transportationLines(listing)
  return (
    <dl className={styles.rows}>
      <Row name="Floor Plan">{listing.floorPlan}</Row>
      <Row name="Area">{area !== undefined && formatArea(area, { unit })}</Row>
      {Number(landArea) !== 0 && (
        <Row name="Land Area">{landArea !== undefined && formatArea(landArea, { unit })}</Row>
      )}
      <Row name="Construction Date">{listing.constructionDate ?? listing.yearBuilt}</Row>
      <Row name="Building Structure">{listing.buildingStructure}</Row>
      <Row name="Price">{price}</Row>
      <Row name="Property Type">{listing.propertyType}</Row>
      <Row name="Location">
        <Location listing={listing} />
      </Row>
      {children}
      <Row name="Transportation">
        {ways.map((way) => (
          <span key={way} className={styles.way}>
            <Bilingual>{way}</Bilingual>
          </span>
        ))}
      </Row>
    </dl>
  )
}

/** The place in English, with the address or the municipality in Japanese below it. */
function Location({ listing: { place, prefecture, address } }: { listing: Listing }) {
  if (!place) return <Bilingual>{address ?? prefecture}</Bilingual>
  const original = address && originalAddress(address)
  return (
    <>
      <span translate="no">
        {address === undefined || original ? `${place.en}, ${prefecture}` : address}
      </span>
      <span className={styles.original} lang="ja" translate="no">
        {original ?? place.ja}
      </span>
    </>
  )
}

/** A value of the source. A Japanese value is one that the import could not put into English. */
function Stated({ text }: { text: string }) {
  return (
    <>
      <Bilingual>{text}</Bilingual>
      {hasJapanese(text) && <span className={styles.asWritten}>as the source writes it</span>}
    </>
  )
}

export function Row({ name, children }: { name: string; children: ReactNode }) {
  // A value that is `false` or an empty list counts as missing, and the row says “Not stated”.
  const hasValue = Children.toArray(children).length > 0
  const value = typeof children === 'string' ? <Stated text={children} /> : children
  return (
    <div className={styles.row}>
      <dt className={styles.name}>{name}</dt>
      <dd className={hasValue ? undefined : styles.unknown}>{hasValue ? value : 'Not stated'}</dd>
    </div>
  )
}
