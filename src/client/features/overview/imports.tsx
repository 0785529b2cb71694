import { Link } from '@tanstack/react-router'
import { now } from '#client/browser/clock.ts'
import { formatAge, formatNumber } from '#client/format/format.ts'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import type { Overview } from '#contract/overview.ts'
import { formatMoment } from './formats.ts'
import styles from './imports.module.css'

type Source = Overview['sources'][number]

export function LastImports({ sources }: { sources: Source[] }) {
  return (
    <Card title="Last import">
      {sources.length === 0 ? (
        <p className="soft">Nothing has been imported yet.</p>
      ) : (
        <DataTable
          label="Last import of every source"
          columns={COLUMNS}
          rows={sources}
          keyOf={({ name }) => name}
        />
      )}
      <p className={styles.way}>
        <Link to="/admin/dashboard/import">Import listings</Link>
      </p>
    </Card>
  )
}

const COLUMNS: Column<Source>[] = [
  { label: 'Source', cell: ({ name }) => name },
  {
    label: 'Last import',
    cell: ({ imported_at }) => (
      <span>
        <time dateTime={imported_at}>{formatMoment(imported_at)}</time>{' '}
        <span className="soft">{formatAge(imported_at, now())}</span>
      </span>
    ),
  },
  { label: 'Listings', cell: ({ offered }) => formatNumber(offered), isNumber: true },
]
