import type { ReactNode } from 'react'
import styles from './notes.module.css'

interface FoldProps {
  title: string
  /** What the closed part contains, in a few words. */
  summary?: string
  onOpen?: () => void
  children: ReactNode
}

/** A part of the notes that is closed by default. */
export function Fold({ title, summary, onOpen, children }: FoldProps) {
  return (
    <details
      className={styles.fold}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) onOpen?.()
      }}
    >
      <summary className={styles.summary}>
        <h4>{title}</h4>
        {summary && <span className={styles.soft}>{summary}</span>}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
