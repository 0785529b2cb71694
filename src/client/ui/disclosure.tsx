import type { ReactNode } from 'react'
import styles from './disclosure.module.css'

/** What most people never open, behind its name. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className={styles.summary}>{title}</summary>
      {children}
    </details>
  )
}
