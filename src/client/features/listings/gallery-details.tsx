import type { ReactNode } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { formatYen } from '#client/format/format.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { Later } from '#client/ui/later.tsx'
import { OutsideLink, Telephone } from './contact.tsx'
import { Credits } from './credits.tsx'
import styles from './gallery-details.module.css'
import { ShareActions } from './listing-actions.tsx'
import { ListingRows, Row } from './listing-rows.tsx'

interface DetailsProps {
  listing: Listing
  price: string
  /** Shown below the facts. */
  children?: ReactNode
}

export function Details({ listing, price, children }: DetailsProps) {
  const { yen, remarks, contactNumber, referenceUrl, link } = listing
  return (
    <div className={styles.details}>
      <Later>
        <div>
          <p className={styles.price}>{price}</p>
          {yen !== undefined && <p className={styles.soft}>{formatYen(yen)}</p>}
        </div>
        <p>
          <Bilingual>{listing.title}</Bilingual>
        </p>
        <div className={styles.actions}>
          <ShareActions listing={listing} />
        </div>
        {listing.sample && (
          <p className={styles.note}>
            A sample: this house is invented, to show what the real ones look like.
          </p>
        )}
        {listing.withdrawn && <p className={styles.note}>This house is no longer offered.</p>}
        <ListingRows listing={listing} price={price}>
          {contactNumber && (
            <Row name="Contact">
              <Telephone number={contactNumber} />
            </Row>
          )}
          {referenceUrl && (
            <Row name="Reference URL">
              <OutsideLink href={referenceUrl} listingId={listing.id} />
            </Row>
          )}
          {link && link !== referenceUrl && (
            <Row name="Original Link">
              <OutsideLink href={link} listingId={listing.id} />
            </Row>
          )}
        </ListingRows>
        {remarks && (
          <section>
            <h3 className={styles.heading}>Remarks</h3>
            <p className={styles.remarks}>
              <Bilingual>{remarks}</Bilingual>
            </p>
          </section>
        )}
        <section>
          <h3 className={styles.heading}>About this offer</h3>
          <p>{listing.description}</p>
          <ul className={styles.features}>
            {listing.features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </section>
        {children}
        <Credits listings={[listing]} />
      </Later>
    </div>
  )
}
