import { Button } from '@chakra-ui/react/button'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ActionButton } from '#client/components/action-button.tsx'
import { mutationToasts } from '#client/components/mutation-toasts.ts'
import { stepSource } from '#client/data/sources.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Tag } from '#client/ui/tag.tsx'
import type { ScheduledSource } from '#contract/sources.ts'
import {
  describeDuration,
  describeRhythm,
  describeRun,
  describeState,
  formatTime,
} from './describe-source.ts'
import styles from './sources.module.css'

interface SourcesTableProps {
  sources: ScheduledSource[]
  onEdit: (source: ScheduledSource) => void
}

export function SourcesTable({ sources, onEdit }: SourcesTableProps) {
  const columns: Column<ScheduledSource>[] = [
    { label: 'Source', cell: (row) => <Name source={row} /> },
    { label: 'State', cell: (row) => <State source={row} /> },
    {
      label: 'Last run',
      cell: ({ last_run }) => (last_run ? formatTime(last_run.finished_at) : '–'),
    },
    { label: 'Result', cell: ({ last_run }) => (last_run ? describeRun(last_run) : '–') },
    { label: 'Took', cell: ({ last_run }) => (last_run ? describeDuration(last_run) : '–') },
    {
      label: 'Next run',
      cell: ({ is_paused, next_run_at }) => (is_paused ? '–' : formatTime(next_run_at)),
    },
    {
      label: 'Actions',
      isActions: true,
      cell: (row) => <Actions source={row} onEdit={() => onEdit(row)} />,
    },
  ]
  return <DataTable label="Sources" columns={columns} rows={sources} keyOf={({ id }) => id} />
}

function Name({ source }: { source: ScheduledSource }) {
  return (
    <div>
      <Link
        to="/admin/dashboard/sources"
        search={{ source: source.id }}
        resetScroll={false}
        aria-label={`Runs of ${source.source}`}
      >
        <Bilingual>{source.source}</Bilingual>
      </Link>
      <span className={styles.about}>{describeRhythm(source)}</span>
    </div>
  )
}

function State({ source }: { source: ScheduledSource }) {
  const { label, tone } = describeState(source)
  return <Tag tone={tone}>{label}</Tag>
}

interface ActionsProps {
  source: ScheduledSource
  onEdit: () => void
}

function Actions({ source: { id, source, kind, is_paused, running_since }, onEdit }: ActionsProps) {
  const run = useMutation({
    ...stepSource,
    ...mutationToasts({
      // The newest file of a folder must not change for a minute.
      success:
        kind === 'folder'
          ? `A new file of ${source} is imported in about a minute`
          : `${source} runs now`,
      failure: 'The run could not start',
    }),
  })
  const pause = useMutation({
    ...stepSource,
    ...mutationToasts({
      success: is_paused ? `${source} resumed` : `${source} paused`,
      failure: 'The change could not be saved',
    }),
  })
  return (
    <div className={styles.actions}>
      {!is_paused && (
        <ActionButton
          variant="outline"
          aria-label={`Run Now: ${source}`}
          isPending={run.isPending || running_since !== null}
          onClick={({ detail }) => detail <= 1 && run.mutate({ id, step: 'run' })}
        >
          Run Now
        </ActionButton>
      )}
      <ActionButton
        variant="outline"
        aria-label={`${is_paused ? 'Resume' : 'Pause'} ${source}`}
        isPending={pause.isPending}
        onClick={({ detail }) =>
          detail <= 1 && pause.mutate({ id, step: is_paused ? 'resume' : 'pause' })
        }
      >
        {is_paused ? 'Resume' : 'Pause'}
      </ActionButton>
      <Button variant="outline" aria-label={`Edit ${source}`} onClick={onEdit}>
        Edit
      </Button>
    </div>
  )
}
