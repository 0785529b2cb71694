import { Link } from '@tanstack/react-router'
import { format } from 'date-fns/format'
import { Outline } from '#client/components/outline.tsx'
import type { InventoryParams } from '#client/data/inventory-params.ts'
import { formatPrice, formatYen } from '#client/format/format.ts'
import { FREE } from '#client/format/price.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { INVENTORY_SORTS } from '#contract/choices.ts'
import type { InventoryRow } from '#contract/inventory.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import styles from './inventory-table.module.css'
import { StateBadge } from './state-badge.tsx'

interface InventoryTableProps {
  rows: InventoryRow[]
  total: number
  params: InventoryParams
  isStale: boolean
  onChange: (changes: InventoryParams) => void
}

export function InventoryTable({ rows, total, params, isStale, onChange }: InventoryTableProps) {
  if (rows.length === 0) {
    const isNarrowed = params.search || params.state || params.source
    return (
      <EmptyState
        title={total > 0 ? 'There are no listings on this page' : 'No listings found'}
        drawing={<House />}
      >
        {total === 0 && (
          <p>{isNarrowed ? 'No listing matches your search.' : 'Imported listings appear here.'}</p>
        )}
      </EmptyState>
    )
  }
  const { sort = 'created_at', order = 'desc' } = params
  return (
    <DataTable
      label="Listings"
      columns={columnsFor(params)}
      rows={rows}
      keyOf={({ id }) => id}
      sorting={{ by: sort, order }}
      onSort={({ by, order }) => onChange(sortParams(by, order))}
      isStale={isStale}
    />
  )
}

/** Default values are left out of the URL. */
function sortParams(by: string, order: 'asc' | 'desc'): InventoryParams {
  return {
    sort: INVENTORY_SORTS.find((name) => name === by && name !== 'created_at'),
    order: order === 'desc' ? undefined : order,
  }
}

function columnsFor(params: InventoryParams): Column<InventoryRow>[] {
  return [
    { label: 'Listing', cell: (row) => <Place row={row} params={params} /> },
    { label: 'Price', sort: 'price', isNumber: true, cell: (row) => <Price row={row} /> },
    { label: 'State', cell: ({ state, edited }) => <StateBadge state={state} isEdited={edited} /> },
    { label: 'Source', cell: ({ source }) => source },
    { label: 'Added', sort: 'created_at', cell: ({ created_at }) => <Day of={created_at} /> },
    { label: 'Changed', sort: 'updated_at', cell: ({ updated_at }) => <Day of={updated_at} /> },
  ]
}

/** The photo, title and main facts, linked to the listing's page. */
function Place({ row, params }: { row: InventoryRow; params: InventoryParams }) {
  const { id, title, property_type, location, prefecture, photo, photo_count } = row
  const facts = [property_type, prefectureDisplay(prefecture), photos(photo_count)]
  return (
    <div className={styles.place}>
      {photo ? (
        <img
          className={styles.thumbnail}
          src={`/images/${photo}?w=320`}
          alt=""
          width={64}
          height={48}
          loading="lazy"
          decoding="async"
        />
      ) : (
        <div className={styles.thumbnail}>
          {prefecture && <Outline prefecture={prefectureDisplay(prefecture)} spot={undefined} />}
        </div>
      )}
      <div>
        <Link
          className={styles.title}
          to="/admin/dashboard/listings/$id"
          params={{ id }}
          // Keep the parameters of the list in the URL, so that the link back leads to the same
          // list.
          search={params}
        >
          <Bilingual>{title}</Bilingual>
        </Link>
        {location && location !== title && (
          <p className={styles.facts}>
            <Bilingual>{location}</Bilingual>
          </p>
        )}
        <p className={styles.facts}>
          <Bilingual>{facts.filter(Boolean).join(' · ')}</Bilingual>
        </p>
      </div>
    </div>
  )
}

function photos(count: number) {
  if (count === 0) return 'no photos'
  return count === 1 ? '1 photo' : `${count} photos`
}

/** The seller's asking price. If the price is in yen, the line below shows the price in dollars. */
function Price({ row: { price, price_yen } }: { row: InventoryRow }) {
  const dollars = formatPrice(price ?? undefined)
  if (price_yen === 0) return <span>{FREE}</span>
  if (price_yen === null) return <span>{dollars}</span>
  return (
    <div>
      <span>{formatYen(price_yen)}</span>
      {price !== null && <span className={styles.dollars}>{dollars}</span>}
    </div>
  )
}

function Day({ of: at }: { of: string }) {
  return (
    <time className={styles.day} dateTime={at}>
      {format(at, 'MMM d, yyyy')}
    </time>
  )
}

function House() {
  return (
    <>
      <path d="M22 44 60 14l38 30" />
      <path d="M30 40v38h60V40M52 78V56h16v22" />
    </>
  )
}
