import { Children, type ReactNode } from 'react'
import { type Listing, transportationLines } from '#client/data/to-listing.ts'
import { formatArea } from '#client/format/format.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import styles from './listing-rows.module.css'

interface ListingRowsProps {
  listing: Listing
  price: string
  /** More rows for people with access, such as the contact. */
  children?: ReactNode
}

/** The facts of a house, as a list of names and values. */
export function ListingRows({ listing, price, children }: ListingRowsProps) {
  const { area, landArea, address = listing.prefecture } = listing
  const ways = transportationLines(listing)
  return (
    <dl className={styles.rows}>
      <Row name="Floor Plan">{listing.floorPlan}</Row>
      <Row name="Area">{area !== undefined && formatArea(area)}</Row>
      {Number(landArea) !== 0 && (
        <Row name="Land Area">{landArea !== undefined && formatArea(landArea)}</Row>
      )}
      <Row name="Construction Date">{listing.constructionDate ?? listing.yearBuilt}</Row>
      <Row name="Building Structure">{listing.buildingStructure}</Row>
      <Row name="Price">{price}</Row>
      <Row name="Property Type">{listing.propertyType}</Row>
      <Row name="Location">{address}</Row>
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

export function Row({ name, children }: { name: string; children: ReactNode }) {
  // `false` and an empty list are no values.
  const hasValue = Children.toArray(children).length > 0
  const value = typeof children === 'string' ? <Bilingual>{children}</Bilingual> : children
  return (
    <div className={styles.row}>
      <dt className={styles.name}>{name}</dt>
      <dd className={hasValue ? undefined : styles.unknown}>{hasValue ? value : 'N/A'}</dd>
    </div>
  )
}
