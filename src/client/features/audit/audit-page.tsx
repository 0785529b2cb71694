import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { QueryBoundary } from '#client/components/query-boundary.tsx'
import { auditQuery } from '#client/data/audit.ts'
import type { AuditParams } from '#client/data/audit-params.ts'
import { formatMoment } from '#client/format/moment.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { TitledSection } from '#client/ui/titled-section.tsx'
import { useShownParams } from '#client/ui/use-shown-params.ts'
import { AUDIT_PAGE_SIZE, type AuditEntry, type AuditPage as Page } from '#contract/audit.ts'
import { sentenceFor } from './action-labels.ts'
import { AuditFilters } from './audit-filters.tsx'
import styles from './audit-page.module.css'
import { Changes } from './changes.tsx'

/** The log of the administrators' actions. It is read-only. */
export function AuditPage({ params }: { params: AuditParams }) {
  const query = useQuery(auditQuery(params))
  const shownPage = useShownParams(params.page ?? 1, query)
  const navigate = useNavigate({ from: '/admin/dashboard/audit' })
  const show = (changes: AuditParams) => void navigate({ search: { ...params, ...changes } })
  const isFiltered = Object.entries(params).some(([name, value]) => name !== 'page' && value)
  return (
    <TitledSection
      title="Audit"
      lead="Everything that administrators have done. Nobody can change this log. Days and times are in UTC."
    >
      <AuditFilters
        params={params}
        actions={query.data?.actions ?? []}
        onChange={(changes) => show({ page: undefined, ...changes })}
      />
      <QueryBoundary query={query} failure="The audit log could not be loaded">
        {(page) => (
          <>
            <Entries page={page} isFiltered={isFiltered} isStale={query.isPlaceholderData} />
            <Pager
              of="entries"
              page={shownPage}
              pageSize={AUDIT_PAGE_SIZE}
              total={page.total_count}
              onPage={(page) => show({ page: page > 1 ? page : undefined })}
            />
          </>
        )}
      </QueryBoundary>
    </TitledSection>
  )
}

interface EntriesProps {
  page: Page
  isFiltered: boolean
  isStale: boolean
}

function Entries({ page: { results, total_count }, isFiltered, isStale }: EntriesProps) {
  if (results.length === 0) {
    return (
      <EmptyState
        title={total_count > 0 ? 'There are no entries on this page' : 'No entries'}
        drawing={<Ledger />}
      >
        {total_count === 0 && (
          <p>
            {isFiltered
              ? 'No entry matches your search.'
              : 'The actions of administrators appear here.'}
          </p>
        )}
      </EmptyState>
    )
  }
  return (
    <DataTable
      label="Actions of administrators"
      columns={COLUMNS}
      rows={results}
      keyOf={({ id }) => String(id)}
      isStale={isStale}
    />
  )
}

const COLUMNS: Column<AuditEntry>[] = [
  {
    label: 'What',
    cell: (entry) => (
      <>
        <span className={styles.deed}>
          <Bilingual>{sentenceFor(entry.action, entry.target)}</Bilingual>
        </span>
        <Changes entry={entry} />
      </>
    ),
  },
  { label: 'Who', cell: ({ actor_email }) => <span translate="no">{actor_email}</span> },
  { label: 'When', cell: ({ at }) => <Moment of={at} /> },
  { label: 'From', cell: ({ ip }) => ip },
]

function Moment({ of: at }: { of: string }) {
  return (
    <time className={styles.moment} dateTime={at}>
      {formatMoment(at)}
    </time>
  )
}

/** A drawing of a book. Its page has three lines of text. */
function Ledger() {
  return (
    <>
      <rect x="28" y="12" width="64" height="68" rx="4" />
      <path d="M40 12v68M52 30h28M52 44h28M52 58h16" />
    </>
  )
}
