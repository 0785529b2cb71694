import type { ReactNode } from 'react'
import type { Sort } from '#client/data/listing-search.ts'
import type { ListingsParams } from '#client/data/listings-params.ts'
import { Select } from '#client/ui/field.tsx'
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#contract/choices.ts'
import styles from './results-toolbar.module.css'

const SORT_LABELS: Record<Sort, string> = {
  newest: 'Newest First',
  oldest: 'Oldest First',
  'price-asc': 'Price: Low to High',
  'price-desc': 'Price: High to Low',
  station: 'Nearest Station',
  shinkansen: 'Nearest Shinkansen',
  airport: 'Nearest Airport',
  sea: 'Nearest Sea',
}

interface ResultsToolbarProps {
  params: ListingsParams
  onSort: (change: Record<string, string>) => void
  onPageSize: (change: Record<string, string>) => void
  /** The controls before the two selects. */
  children?: ReactNode
}

/**
 * The toolbar above the results, with a select for the order and a select for the number of houses
 * per page.
 */
export function ResultsToolbar({ params, onSort, onPageSize, children }: ResultsToolbarProps) {
  return (
    <div className={styles.toolbar}>
      {children}
      <Select
        className={styles.choice}
        label="Sort By"
        value={params.sort ?? 'newest'}
        onChange={({ target }) => onSort({ sort: target.value })}
      >
        {Object.entries(SORT_LABELS).map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        className={styles.choice}
        label="Show"
        value={params.pageSize ?? DEFAULT_PAGE_SIZE}
        onChange={({ target }) => onPageSize({ pageSize: target.value })}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </Select>
    </div>
  )
}
