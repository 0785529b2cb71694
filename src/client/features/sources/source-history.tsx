import { Button } from '@chakra-ui/react/button'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { mutationToasts } from '#client/components/mutation-toasts.ts'
import { QueryBoundary } from '#client/components/query-boundary.tsx'
import { deleteSource, sourceRunsQuery } from '#client/data/sources.ts'
import { Card } from '#client/ui/card.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { focusPage } from '#client/ui/focus-page.ts'
import { Pager } from '#client/ui/pager.tsx'
import { useShownParams } from '#client/ui/use-shown-params.ts'
import { RUNS_PER_PAGE, type ScheduledSource, type SourceRun } from '#contract/sources.ts'
import { describeDuration, describeRun, formatTime } from './describe-source.ts'
import styles from './sources.module.css'

interface SourceHistoryProps {
  source: ScheduledSource
  page: number | undefined
}

/** The finished runs of a source, and its deletion. */
export function SourceHistory({ source, page }: SourceHistoryProps) {
  const query = useQuery(sourceRunsQuery(source, page))
  const shownPage = useShownParams(page ?? 1, query)
  const navigate = useNavigate({ from: '/admin/dashboard/sources' })
  return (
    <Card title={`Runs of ${source.source}`}>
      <div className={styles.parts}>
        <p className={styles.address} translate="no">
          {source.address}
        </p>
        <QueryBoundary query={query} failure="The runs could not be loaded">
          {({ results, total_count }) =>
            total_count === 0 ? (
              <p className="soft">This source has not run yet.</p>
            ) : (
              <>
                <DataTable label="Runs" columns={COLUMNS} rows={results} keyOf={({ id }) => id} />
                <Pager
                  of="runs"
                  page={shownPage}
                  pageSize={RUNS_PER_PAGE}
                  total={total_count}
                  onPage={(next) =>
                    void navigate({
                      search: { source: source.id, page: next > 1 ? next : undefined },
                      resetScroll: false,
                    })
                  }
                />
              </>
            )
          }
        </QueryBoundary>
        <DeleteSource source={source} />
      </div>
    </Card>
  )
}

const COLUMNS: Column<SourceRun>[] = [
  { label: 'Started', cell: ({ started_at }) => formatTime(started_at) },
  { label: 'Result', cell: describeRun },
  { label: 'Took', cell: describeDuration },
  {
    label: 'Import',
    cell: ({ import_id, started_at }) =>
      import_id ? (
        <Link
          to="/admin/dashboard/import"
          search={{ import: import_id }}
          aria-label={`Open the import of ${formatTime(started_at)}`}
        >
          Open
        </Link>
      ) : (
        '–'
      ),
  },
]

function DeleteSource({ source: { id, source } }: { source: ScheduledSource }) {
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    ...deleteSource,
    ...mutationToasts({
      success: `Engawa no longer imports ${source} automatically`,
      failure: 'The schedule could not be deleted',
      // The deleted source takes its button away, and would take the focus with it.
      onSuccess: focusPage,
    }),
  })
  return (
    <div>
      <Button variant="outline" onClick={() => setIsAsking(true)}>
        Delete Schedule
      </Button>
      <ConfirmDialog
        title={`Delete the schedule of ${source}?`}
        action="Delete Schedule"
        isOpen={isAsking}
        isPending={isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() => mutate(id)}
      >
        <p>
          {`Engawa no longer imports ${source} automatically. Its houses and imports stay, and its runs are deleted.`}
        </p>
      </ConfirmDialog>
    </div>
  )
}
