import type { ReactNode } from 'react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import styles from './users.module.css'

/** What stands in place of rows: while they are on their way, and where there are none. */

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
  /** What there is none of, such as `users`. */
  of: string
  /** How many there are all the same, on other pages. */
  total: number
  children: ReactNode
}

export function NoRows({ of, total, children }: NoRowsProps) {
  return (
    <EmptyState
      title={total > 0 ? `The ${of} end before this page` : `No ${of} found`}
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
