import type { Subscription } from '#contract/subscription.ts'
import styles from './status-badge.module.css'

export function StatusBadge({ status }: Pick<Subscription, 'status'>) {
  return <span className={`${styles.badge} ${styles[status] ?? ''}`}>{capitalise(status)}</span>
}

export function capitalise(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
