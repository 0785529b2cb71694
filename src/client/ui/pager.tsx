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
  const lastPage = Math.ceil(total / pageSize)
  const isFirst = page <= 1
  const isLast = page >= lastPage
  return (
    <nav className={styles.pager} aria-label={`Pages of ${of}`}>
      {/* That there is nothing is seen without it. */}
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
            // From behind the end, to where there is something.
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
