import { type ReactNode, useState } from 'react'
import styles from './notes.module.css'

interface FoldProps {
  title: string
  /** What the closed part contains, in a few words. */
  summary?: string
  children: ReactNode
}

/**
 * A part of the notes that is closed by default. Its content renders when it is first opened, so
 * that a hundred buttons do not delay the page.
 */
export function Fold({ title, summary, children }: FoldProps) {
  const [wasOpened, setOpened] = useState(false)
  return (
    <details
      className={styles.fold}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setOpened(true)
      }}
    >
      <summary className={styles.summary}>
        <h4>{title}</h4>
        {summary && <span className={styles.soft}>{summary}</span>}
      </summary>
      {wasOpened && <div className={styles.content}>{children}</div>}
    </details>
  )
}
