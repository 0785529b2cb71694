import type { ReactNode } from 'react'
import styles from './count-line.module.css'

interface CountLineProps {
  /** The link to what has changed since the last visit. Its code loads lazily. */
  news: ReactNode
  /** The number of houses, such as `4 houses`. */
  children: ReactNode
}

/** The line above a list of houses: their number, and beside it the link to what has changed. */
export function CountLine({ news, children }: CountLineProps) {
  return (
    <div className={styles.line}>
      <p className="soft" role="status">
        {children}
      </p>
      {news}
    </div>
  )
}
