import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  /** Lines on a sheet of 120 by 90. */
  drawing: ReactNode
  title: string
  /** Why, and where to go from here. */
  children?: ReactNode
}

/** In place of what there is nothing of. */
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
