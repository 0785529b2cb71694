import type { ReactNode } from 'react'
import styles from './disclosure.module.css'

/** A section that is closed by default. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className={styles.summary}>{title}</summary>
      {children}
    </details>
  )
}
