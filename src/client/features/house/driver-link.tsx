import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { labelledByTitle } from '#client/format/listing-ids.ts'
import { Icon } from '#client/ui/icons.tsx'
import styles from './house-bar.module.css'

export function DriverLink({ listingId: id }: { listingId: string }) {
  return (
    <Link
      className={styles.action}
      to="/listings/$id/driver"
      params={{ id }}
      {...labelledByTitle(useId(), id)}
    >
      <Icon>
        <path d="M5.5 16.5H3v-4l2.5-1L8 7h7l3.5 4.5 2.5 1v4h-2.5M9.5 16.5h5" />
        <circle cx="7.5" cy="16.5" r="2" />
        <circle cx="16.5" cy="16.5" r="2" />
      </Icon>
      Driver
    </Link>
  )
}
