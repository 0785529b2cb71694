import type { ReactNode } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import styles from './card-contact.module.css'
import { Telephone } from './contact.tsx'

/**
 * The telephone number that the source states for the house, or else the number of the town hall.
 * Null if both numbers are unknown. No schema validates the stored contact here, because every page
 * with listing cards would then load the schema library. The library is as large as the code of the
 * cards.
 */
export function cardContact({ contactNumber, record }: Listing): ReactNode {
  const { phone, en } = record.municipalContact ?? {}
  const called = contactNumber ?? phone
  if (typeof called !== 'string') return null
  return (
    <>
      <Telephone number={called} />
      {!contactNumber && <span className={styles.note}>{`${String(en)} town hall`}</span>}
      <span className={styles.note}>Check that the house is still offered.</span>
    </>
  )
}
