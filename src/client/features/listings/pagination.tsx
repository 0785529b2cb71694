import { Link } from '@tanstack/react-router'
import { pageWindow } from './page-window.ts'
import styles from './pagination.module.css'

interface PaginationProps {
  /** Of the houses in sight. */
  page: number
  /** The page that is on its way, or in sight; undefined for the first. */
  next?: number | undefined
  totalPages: number
}

/** The way through the pages of results; nothing when they fit on one. */
export function Pagination({ page, next = 1, totalPages }: PaginationProps) {
  if (totalPages <= 1) return null
  // Whoever presses twice before the page is there goes two pages on.
  const isFirst = next <= 1
  const isLast = next >= totalPages
  return (
    <nav className={styles.pagination} aria-label="Pages of results">
      <ul className={styles.pages}>
        <li>
          <PageLink label="First" page={1} isOff={isFirst} />
        </li>
        <li>
          <PageLink label="Prev" page={next - 1} isOff={isFirst} />
        </li>
        {pageWindow(page, totalPages).map((number) => (
          <li key={number} className={styles.number}>
            <PageLink label={String(number)} page={number} />
          </li>
        ))}
        <li>
          <PageLink label="Next" page={next + 1} isOff={isLast} />
        </li>
        <li>
          <PageLink label="Last" page={totalPages} isOff={isLast} />
        </li>
      </ul>
      <p className={styles.position}>
        Page {page} of {totalPages}
      </p>
    </nav>
  )
}

interface PageLinkProps {
  label: string
  page: number
  /** There is nothing further that way. */
  isOff?: boolean
}

function PageLink({ label, page, isOff }: PageLinkProps) {
  if (isOff) return <span className={`${styles.page} ${styles.off}`}>{label}</span>
  return (
    <Link
      className={styles.page}
      from="/listings"
      to="/listings"
      search={(params) => ({ ...params, page: page > 1 ? page : undefined })}
      // The address of page 1 is part of that of every other page.
      activeOptions={{ exact: true }}
    >
      {label}
    </Link>
  )
}
