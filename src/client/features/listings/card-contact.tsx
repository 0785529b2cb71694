import type { ReactNode } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import styles from './card-contact.module.css'
import { Telephone } from './contact.tsx'
import { contactsOf } from './house/contacts-of.ts'

/** The telephone number of the offer, or else that of its town hall. Null if neither is known. */
export function cardContact(listing: Listing): ReactNode {
  const { number, municipal } = contactsOf(listing) ?? {}
  const called = number ?? municipal?.phone
  if (!called) return null
  return (
    <>
      <Telephone number={called} />
      {!number && <span className={styles.note}>{municipal?.en} town hall</span>}
      <span className={styles.note}>Check that it is still offered.</span>
    </>
  )
}
