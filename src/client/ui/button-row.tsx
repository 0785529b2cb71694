import type { ReactNode } from 'react'
import styles from './button-row.module.css'

interface ButtonRowProps {
  /** Stretches the buttons to the width of the row, so that stacked buttons are equally wide. */
  wide?: boolean
  children: ReactNode
}

/** Buttons side by side, or stacked when there is no room. */
export function ButtonRow({ wide, children }: ButtonRowProps) {
  return <div className={`${styles.row} ${wide ? styles.full : ''}`}>{children}</div>
}
