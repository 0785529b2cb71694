import type { ReactNode } from 'react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import styles from './users.module.css'

/** Placeholder rows, and the message for an empty list. */

const ROWS = [1, 2, 3, 4, 5]

export function LoadingRows({ children }: { children: string }) {
  return (
    <div className={styles.skeletons}>
      <p className="visually-hidden" role="status">
        {children}
      </p>
      {ROWS.map((row) => (
        <Skeleton key={row} className={styles.skeleton} />
      ))}
    </div>
  )
}

interface NoRowsProps {
  /** The plural noun for the rows, such as `users`. */
  of: string
  /**
   * The number of rows on all pages. If the number is not 0, the message says that only the current
   * page is empty.
   */
  total: number
  children: ReactNode
}

export function NoRows({ of, total, children }: NoRowsProps) {
  return (
    <EmptyState
      title={total > 0 ? `There are no ${of} on this page` : `No ${of} found`}
      drawing={
        <>
          <circle cx="60" cy="34" r="14" />
          <path d="M30 78c4-16 16-24 30-24s26 8 30 24M96 18l12 12M108 18 96 30" />
        </>
      }
    >
      {children}
    </EmptyState>
  )
}
