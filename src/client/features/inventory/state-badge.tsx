import { capitalise } from '#client/format.ts'
import type { InventoryState } from '#contract/inventory.ts'
import styles from './state-badge.module.css'

interface StateBadgeProps {
  state: InventoryState
  isEdited?: boolean
}

/** How a listing stands, and whether an administrator has written any of it. */
export function StateBadge({ state, isEdited }: StateBadgeProps) {
  return (
    <span className={styles.badges}>
      <span className={`${styles.badge} ${styles[state] ?? ''}`}>{capitalise(state)}</span>
      {isEdited && <span className={styles.badge}>Edited</span>}
    </span>
  )
}
