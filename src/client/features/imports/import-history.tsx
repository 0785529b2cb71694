import { Link } from '@tanstack/react-router'
import { now } from '#client/browser/clock.ts'
import { formatNumber } from '#client/format/format.ts'
import { formatSavedAt } from '#client/format/saved-time.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { IMPORTS_PER_PAGE, type Import } from '#contract/imports.ts'
import { stateLabel } from './describe-import.ts'
import styles from './imports.module.css'

interface ImportHistoryProps {
  imports: Import[]
  total: number
  page: number
  onPage: (page: number) => void
}

export function ImportHistory({ imports, total, page, onPage }: ImportHistoryProps) {
  return (
    <section className={styles.rows} aria-labelledby="imports">
      <h3 id="imports">Imports</h3>
      {total === 0 ? (
        <p className="soft">Nothing has been imported yet.</p>
      ) : (
        <>
          <DataTable label="Imports" columns={COLUMNS} rows={imports} keyOf={({ id }) => id} />
          <Pager
            of="imports"
            page={page}
            pageSize={IMPORTS_PER_PAGE}
            total={total}
            onPage={onPage}
          />
        </>
      )}
    </section>
  )
}

const COLUMNS: Column<Import>[] = [
  {
    label: 'File',
    cell: ({ id, file_name }) => (
      <Link
        to="/admin/dashboard/import"
        search={({ page }) => ({ page, import: id })}
        from="/admin/dashboard/import"
      >
        <Bilingual>{file_name}</Bilingual>
      </Link>
    ),
  },
  { label: 'State', cell: stateLabel },
  { label: 'When', cell: ({ created_at }) => formatSavedAt(Date.parse(created_at), now()) },
  { label: 'By', cell: ({ by }) => by },
  { label: 'Added', isNumber: true, cell: ({ report }) => showCount(report?.added) },
  { label: 'Changed', isNumber: true, cell: ({ report }) => showCount(report?.changed) },
  { label: 'Rejected', isNumber: true, cell: ({ report }) => showCount(report?.rejected) },
]

function showCount(count: number | undefined) {
  return count === undefined ? '–' : formatNumber(count)
}
