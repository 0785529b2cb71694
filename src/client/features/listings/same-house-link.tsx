import { Link } from '@tanstack/react-router'
import styles from './contact.module.css'

/** A link to the listing of the same house that searches show. */
export function SameHouseLink({ id }: { id: string }) {
  return (
    <Link className={styles.link} to="/listings/$id" params={{ id }}>
      Open the other listing
    </Link>
  )
}
