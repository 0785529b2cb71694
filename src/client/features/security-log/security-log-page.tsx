import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { QueryBoundary } from '#client/components/query-boundary.tsx'
import { securityLogQuery } from '#client/data/security-log.ts'
import type { SecurityLogParams } from '#client/data/security-log-params.ts'
import { formatMoment } from '#client/format/moment.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Select } from '#client/ui/field.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { TitledSection } from '#client/ui/titled-section.tsx'
import { useShownParams } from '#client/ui/use-shown-params.ts'
import {
  SECURITY_EVENTS,
  SECURITY_LOG_PAGE_SIZE,
  type SecurityEvent,
} from '#contract/security-log.ts'
import styles from './security-log-page.module.css'

const LABELS: Record<string, string> = SECURITY_EVENTS

/** Who signed in, was refused or changed how an account is protected. The log is read-only. */
export function SecurityLogPage({ params }: { params: SecurityLogParams }) {
  const query = useQuery(securityLogQuery(params))
  const shownPage = useShownParams(params.page ?? 1, query)
  const navigate = useNavigate({ from: '/admin/dashboard/security' })
  const show = (changes: SecurityLogParams) => void navigate({ search: { ...params, ...changes } })
  const { search = '', kind = '' } = params
  return (
    <TitledSection
      title="Security"
      lead="Sign-ins, refusals, and changes of passwords, roles and sessions of the last 180 days. Nobody can change this log. Days and times are in UTC."
    >
      <div className={styles.filters}>
        <SearchField
          label="Email or IP address"
          value={search}
          onSearch={(text) => show({ page: undefined, search: text || undefined })}
        />
        <Select
          label="Event"
          value={kind}
          onChange={({ currentTarget: { value } }) =>
            show({ page: undefined, kind: value || undefined })
          }
        >
          <option value="">Everything</option>
          {Object.entries(LABELS).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      <QueryBoundary query={query} failure="The security log could not be loaded">
        {({ results, total_count }) => (
          <>
            {results.length > 0 ? (
              <DataTable
                label="Events of accounts"
                columns={COLUMNS}
                rows={results}
                keyOf={({ id }) => String(id)}
                isStale={query.isPlaceholderData}
              />
            ) : (
              <EmptyState
                title={total_count > 0 ? 'There are no events on this page' : 'No events'}
                drawing={<Shield />}
              />
            )}
            <Pager
              of="events"
              page={shownPage}
              pageSize={SECURITY_LOG_PAGE_SIZE}
              total={total_count}
              onPage={(page) => show({ page: page > 1 ? page : undefined })}
            />
          </>
        )}
      </QueryBoundary>
    </TitledSection>
  )
}

const COLUMNS: Column<SecurityEvent>[] = [
  {
    label: 'What',
    cell: ({ kind, detail }) => (
      <>
        <span className={styles.kind}>{LABELS[kind] ?? kind}</span>
        {detail && <p>{detail}</p>}
      </>
    ),
  },
  { label: 'Account', cell: ({ email }) => email },
  {
    label: 'When',
    cell: ({ at }) => (
      <time className={styles.moment} dateTime={at}>
        {formatMoment(at)}
      </time>
    ),
  },
  { label: 'From', cell: ({ ip }) => ip },
  { label: 'Device', cell: ({ device }) => device },
]

/** A drawing of a shield with a keyhole. */
function Shield() {
  return (
    <>
      <path d="M60 12 30 22v24c0 16 12 28 30 34 18-6 30-18 30-34V22z" />
      <circle cx="60" cy="42" r="6" />
      <path d="M60 48v12" />
    </>
  )
}
