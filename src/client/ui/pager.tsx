import {
  PaginationNextTrigger,
  PaginationPageText,
  PaginationPrevTrigger,
  PaginationRoot,
} from '@chakra-ui/react/pagination'
import { Button } from './button.tsx'
import { ButtonRow } from './button-row.tsx'

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
  return (
    <PaginationRoot
      page={page}
      pageSize={pageSize}
      count={total}
      onPageChange={({ page }) => onPage(page)}
      translations={{
        rootLabel: `Pages of ${of}`,
        prevTriggerLabel: 'Prev',
        nextTriggerLabel: 'Next',
      }}
    >
      <PaginationPageText
        aria-live="polite"
        // If the list is empty, the page shows another message. So hide this text from view, and
        // keep it only for screen readers.
        className={total === 0 ? 'visually-hidden' : undefined}
        color="fg.muted"
        fontSize="sm"
        fontWeight="normal"
        format={({ pageRange, count }) =>
          count === 0 ? `No ${of}` : `${rangeOf(pageRange, count)} of ${NUMBER.format(count)} ${of}`
        }
      />
      {Math.max(page, lastPage) > 1 && (
        <ButtonRow>
          {/* Chakra would disable Prev on the first page and Next on the last page. A disabled
              button loses the focus. */}
          <PaginationPrevTrigger asChild disabled={false} aria-disabled={page <= 1}>
            <Button variant="secondary">Prev</Button>
          </PaginationPrevTrigger>
          <PaginationNextTrigger asChild disabled={false} aria-disabled={page >= lastPage}>
            <Button variant="secondary">Next</Button>
          </PaginationNextTrigger>
        </ButtonRow>
      )}
    </PaginationRoot>
  )
}

function rangeOf({ start, end }: { start: number; end: number }, count: number) {
  if (start >= count) return 'None'
  return `${NUMBER.format(start + 1)}–${NUMBER.format(end)}`
}
