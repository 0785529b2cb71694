import type { ReactNode } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import styles from './card-contact.module.css'
import { Telephone } from './contact.tsx'

/**
 * The telephone number of the offer, or else that of its town hall. Null if neither is known. It
 * reads the stored contact without a schema, because the schema library would weigh as much as the
 * page of cards.
 */
export function cardContact({ contactNumber, record }: Listing): ReactNode {
  const { phone, en } = record.municipalContact ?? {}
  const called = contactNumber ?? phone
  if (typeof called !== 'string') return null
  return (
    <>
      <Telephone number={called} />
      {!contactNumber && <span className={styles.note}>{String(en)} town hall</span>}
      <span className={styles.note}>Check that it is still offered.</span>
    </>
  )
}
