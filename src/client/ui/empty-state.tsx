import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  /** A drawing of SVG lines in a box of 120 by 90. */
  drawing: ReactNode
  title: string
  /** The reason why there is nothing to show, and links to other pages. */
  children?: ReactNode
}

/** Shown when a list is empty, or when a page cannot show its content. */
export function EmptyState({ drawing, title, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <svg className={styles.drawing} viewBox="0 0 120 90" fill="none" aria-hidden="true">
        {drawing}
      </svg>
      <h2>{title}</h2>
      {children}
    </div>
  )
}
