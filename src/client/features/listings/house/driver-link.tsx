import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { namedAfter } from '#client/format/listing-ids.ts'
import { Icon } from '#client/ui/icons.tsx'
import styles from './driver-link.module.css'

/** Opens the driver card of a house. */
export function DriverLink({ listingId: id }: { listingId: string }) {
  return (
    <Link
      className={styles.link}
      to="/listings/$id/driver"
      params={{ id }}
      {...namedAfter(useId(), id)}
    >
      <Icon>
        <path d="M4 16v-4l2-6h12l2 6v4M4 12h16M3 16h18v3H3z" />
      </Icon>
      Driver
    </Link>
  )
}
