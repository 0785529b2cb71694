import { useMutation, useQuery } from '@tanstack/react-query'
import { ActionButton } from '#client/components/action-button.tsx'
import { failureToast } from '#client/components/mutation-toasts.ts'
import { QueryBoundary } from '#client/components/query-boundary.tsx'
import { fetchProblems, problemsQuery } from '#client/data/imports.ts'
import type { ImportsParams } from '#client/data/imports-params.ts'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { Select } from '#client/ui/field.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import { showToast } from '#client/ui/toast.ts'
import { useShownParams } from '#client/ui/use-shown-params.ts'
import { type Import, type ImportProblem, PROBLEMS_PER_PAGE } from '#contract/imports.ts'
import styles from './imports.module.css'
import { fieldLabel } from './mapping-fields.ts'

interface ImportProblemsProps {
  known: Import
  params: ImportsParams
  onShow: (changes: ImportsParams) => void
}

/** The rejected records and the unusable values of an import. */
export function ImportProblems({ known, params, onShow }: ImportProblemsProps) {
  const query = useQuery(problemsQuery(known, params))
  const shownPage = useShownParams(params.problems ?? 1, query)
  const downloading = useMutation(fetchProblems)
  const download = () =>
    downloading.mutate(known, {
      onSuccess: (file) => void saveFile(file),
      onError: (error) => showToast(failureToast(error, 'The download failed')),
    })
  return (
    <section className={`${styles.rows} ${styles.problems}`} aria-labelledby="problems">
      <h3 id="problems">Rejected records and values</h3>
      <QueryBoundary
        query={query}
        failure="The rejected records could not be loaded"
        hasOfflineNotice
      >
        {({ results, total_count }) =>
          total_count === 0 && !params.only ? (
            <p className="soft">There were no problems with this file.</p>
          ) : (
            <>
              <div className={styles.tools}>
                <Select
                  label="Show"
                  value={params.only ?? ''}
                  onChange={({ currentTarget: { value } }) =>
                    onShow({
                      problems: undefined,
                      only: value === 'rejected' ? value : undefined,
                    })
                  }
                >
                  <option value="">Records and values</option>
                  <option value="rejected">Rejected records only</option>
                </Select>
                <ActionButton
                  variant="outline"
                  isPending={downloading.isPending}
                  onClick={download}
                >
                  Download as CSV
                </ActionButton>
              </div>
              {results.length > 0 && (
                <DataTable
                  label="Rejected records and values"
                  columns={COLUMNS}
                  rows={results.map((problem, at) => ({ ...problem, at }))}
                  // Do not use the line number as the key. In a file of one line, all problems have
                  // the same line number.
                  keyOf={({ at }) => String(at)}
                  isStale={query.isPlaceholderData}
                />
              )}
              <Pager
                of="rows"
                page={shownPage}
                pageSize={PROBLEMS_PER_PAGE}
                total={total_count}
                onPage={(page) => onShow({ problems: page > 1 ? page : undefined })}
              />
            </>
          )
        }
      </QueryBoundary>
    </section>
  )
}

const OUTCOMES = {
  'record rejected': 'Record rejected',
  'value unknown': 'Value unknown',
  'photo skipped': 'Photo skipped',
  'photo incomplete': 'Photo incomplete',
}

const COLUMNS: Column<ImportProblem>[] = [
  { label: 'Line', cell: ({ line }) => `Line ${line}` },
  { label: 'Outcome', cell: ({ outcome }) => OUTCOMES[outcome] },
  { label: 'Field', cell: ({ field = '–' }) => fieldLabel(field) },
  { label: 'Value', cell: ({ value }) => value || '–' },
  { label: 'Why', cell: ({ reason }) => `It ${reason}` },
]
