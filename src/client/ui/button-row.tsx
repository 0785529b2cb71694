import type { ReactNode } from 'react'
import styles from './button-row.module.css'

/** Buttons side by side, or stacked when there is no room. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
