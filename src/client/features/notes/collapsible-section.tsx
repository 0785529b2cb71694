import { type ReactNode, useState } from 'react'
import fold from '#client/ui/fold.module.css'
import styles from './notes.module.css'

interface CollapsibleSectionProps {
  title: string
  /** What the closed section contains, in a few words beside its title. */
  summary?: string
  level?: 3 | 4
  children: ReactNode
}

/**
 * A section of the notes that is closed by default. Its content renders when the section is first
 * opened, so that a hundred buttons do not delay the page.
 */
export function CollapsibleSection({
  title,
  summary,
  level = 4,
  children,
}: CollapsibleSectionProps) {
  const Heading = `h${level}` as const
  const [wasOpened, setOpened] = useState(false)
  return (
    <details
      className={styles.fold}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setOpened(true)
      }}
    >
      <summary className={`${fold.summary} ${styles.summary}`}>
        <Heading>{title}</Heading>
        {summary && <span className="caption">{summary}</span>}
      </summary>
      {wasOpened && <div className={styles.content}>{children}</div>}
    </details>
  )
}
