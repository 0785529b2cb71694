import { capitalise } from '#client/format.ts'
import type { Subscription } from '#contract/subscription.ts'
import styles from './status-badge.module.css'

export function StatusBadge({ status }: Pick<Subscription, 'status'>) {
  return <span className={`${styles.badge} ${styles[status] ?? ''}`}>{capitalise(status)}</span>
}
