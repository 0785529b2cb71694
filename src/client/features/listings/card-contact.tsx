import type { ReactNode } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import styles from './card-contact.module.css'
import { Telephone } from './contact.tsx'

/**
 * The telephone number of the offer, or of the town hall if the offer has no number. Null if both
 * numbers are unknown. Does not validate the stored contact with a schema, because the schema
 * library is as large as the code of the cards.
 */
export function cardContact({ contactNumber, record }: Listing): ReactNode {
  const { phone, en } = record.municipalContact ?? {}
  const called = contactNumber ?? phone
  if (typeof called !== 'string') return null
  return (
    <>
      <Telephone number={called} />
      {!contactNumber && <span className={styles.note}>{String(en)} town hall</span>}
      <span className={styles.note}>Check that the house is still offered.</span>
    </>
  )
}
