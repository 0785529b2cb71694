import type { ReactNode } from 'react'
import styles from './button-row.module.css'

interface ButtonRowProps {
  /** Whether the buttons fill the width. Otherwise stacked buttons have different widths. */
  isFull?: boolean
  children: ReactNode
}

/** Buttons side by side, or stacked when there is no room. */
export function ButtonRow({ isFull, children }: ButtonRowProps) {
  return <div className={`${styles.row} ${isFull ? styles.full : ''}`}>{children}</div>
}
