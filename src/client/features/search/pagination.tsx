import { Link } from '@tanstack/react-router'
import { pageWindow } from './page-window.ts'
import styles from './pagination.module.css'

interface PaginationProps {
  page: number
  /** The number of the requested page, which may still be loading. Undefined for page 1. */
  next?: number | undefined
  totalPages: number
}

/** The links to the pages of results. Renders nothing for a single page. */
export function Pagination({ page, next = 1, totalPages }: PaginationProps) {
  if (totalPages <= 1) return null
  // Count from the requested page, so that pressing Next twice goes two pages on.
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
      <p className={styles.position}>{`Page ${page} of ${totalPages}`}</p>
    </nav>
  )
}

interface PageLinkProps {
  label: string
  page: number
  /** Whether the link is disabled, such as the link to the next page on the last page. */
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
      // Compare URLs exactly when marking the current link. The URL of every page of results begins
      // with the URL of page 1, so the link to page 1 would always be marked as current.
      activeOptions={{ exact: true }}
    >
      {label}
    </Link>
  )
}
