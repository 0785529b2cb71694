import type { ReactNode } from 'react'
import styles from './button-row.module.css'

/** Buttons beside each other, or below each other where there is no room. */
export function ButtonRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}
