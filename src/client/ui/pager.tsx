import { Button } from './button.tsx'
import styles from './pager.module.css'

interface PagerProps {
  /** The plural noun for the rows, such as `users`. */
  of: string
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
}

const NUMBER = new Intl.NumberFormat('en')

/** The range of rows shown, and the Prev and Next buttons. */
export function Pager({ of, page, pageSize, total, onPage }: PagerProps) {
  const lastPage = Math.ceil(total / pageSize)
  const isFirst = page <= 1
  const isLast = page >= lastPage
  return (
    <nav className={styles.pager} aria-label={`Pages of ${of}`}>
      {/* An empty list explains itself; keep the text for screen readers. */}
      <p className={total === 0 ? 'visually-hidden' : styles.position} aria-live="polite">
        {total === 0
          ? `No ${of}`
          : `${shown({ page, pageSize, total })} of ${NUMBER.format(total)} ${of}`}
      </p>
      {Math.max(page, lastPage) > 1 && (
        <div className={styles.ways}>
          <Button
            variant="secondary"
            aria-disabled={isFirst}
            // From beyond the end, go to the last page.
            onClick={() => !isFirst && onPage(Math.max(1, Math.min(page - 1, lastPage)))}
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

function shown({ page, pageSize, total }: Pick<PagerProps, 'page' | 'pageSize' | 'total'>) {
  const first = (page - 1) * pageSize + 1
  if (first > total) return 'None'
  return `${NUMBER.format(first)}–${NUMBER.format(Math.min(page * pageSize, total))}`
}
