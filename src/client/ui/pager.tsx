import { Button } from './button.tsx'
import styles from './pager.module.css'

interface PagerProps {
  /** What is counted, such as `users`. */
  of: string
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

const NUMBER = new Intl.NumberFormat('en')

/** Which rows of how many are shown, and the way to those before and after. */
export function Pager({ of, page, pageSize, total, onPage }: PagerProps) {
  const first = Math.min((page - 1) * pageSize + 1, total)
  const last = Math.min(page * pageSize, total)
  const isFirst = page <= 1
  const isLast = last >= total
  return (
    <nav className={styles.pager} aria-label={`Pages of ${of}`}>
      {/* That there is nothing is seen without it. */}
      <p className={total === 0 ? 'visually-hidden' : styles.position} aria-live="polite">
        {total === 0
          ? `No ${of}`
          : `${NUMBER.format(first)}–${NUMBER.format(last)} of ${NUMBER.format(total)} ${of}`}
      </p>
      {total > pageSize && (
        <div className={styles.ways}>
          <Button
            variant="secondary"
            aria-disabled={isFirst}
            onClick={() => !isFirst && onPage(page - 1)}
          >
            Prev
          </Button>
          <Button
            variant="secondary"
            aria-disabled={isLast}
            onClick={() => !isLast && onPage(page + 1)}
          >
            Next
          </Button>
        </div>
      )}
    </nav>
  )
}
