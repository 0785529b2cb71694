import type { ReactNode } from 'react'
import type { Listing } from '#client/data/to-listing.ts'
import { contactsOf } from '#client/features/house/contacts-of.ts'
import { telephone } from '#client/features/listings/contact.tsx'
import { textOf } from '#client/notes/field-values.ts'
import type { ShownFields } from '#client/notes/shown-fields.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import styles from './driver-card.module.css'

interface CallsProps {
  listing: Listing
  /** The planned viewing of the house. */
  visit: ShownFields
}

/**
 * Links that call three numbers: the number noted for the appointment, the number that the source
 * states for the house, and the number of the town hall. Unknown numbers are left out.
 */
export function Calls({ listing, visit }: CallsProps) {
  const { number, municipal } = contactsOf(listing) ?? {}
  const phone = textOf(visit, 'appointment.phone')
  const name = textOf(visit, 'appointment.name')
  const isSameNumber = phone !== '' && number && telephone(phone) === telephone(number)
  if (!phone && !number && !municipal?.phone) return null
  return (
    <div className={styles.calls}>
      {phone && (
        <Call number={phone}>
          {name && <Bilingual>{`${name}, `}</Bilingual>}
          <span className={styles.number}>{phone}</span>
        </Call>
      )}
      {number && !isSameNumber && (
        <Call number={number}>
          <Bilingual>{number}</Bilingual>
        </Call>
      )}
      {municipal?.phone && <Call number={municipal.phone}>{`${municipal.en} town hall`}</Call>}
    </div>
  )
}

function Call({ number, children }: { number: string; children: ReactNode }) {
  return (
    <a className={styles.call} href={telephone(number)}>
      <span>
        Call <span>{children}</span>
      </span>
    </a>
  )
}
