import { useId } from 'react'
import { labelledByTitle } from '#client/format/listing-ids.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import styles from './shortlist-page.module.css'

/** Opens the page of a house from its card. */
export function HouseLink({ id }: { id: string }) {
  return (
    <ButtonLink
      className={styles.action}
      variant="quiet"
      to="/listings/$id"
      params={{ id }}
      {...labelledByTitle(useId(), id)}
    >
      Open
    </ButtonLink>
  )
}
