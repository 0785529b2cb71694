import { Button } from '@chakra-ui/react/button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryBoundary } from '#client/components/query-boundary.tsx'
import { sourcesQuery } from '#client/data/sources.ts'
import type { SourcesParams } from '#client/data/sources-params.ts'
import { Dialog } from '#client/ui/chakra/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { TitledSection } from '#client/ui/titled-section.tsx'
import type { ScheduledSource } from '#contract/sources.ts'
import { DuplicatesSection } from './duplicates-section.tsx'
import { SourceForm } from './source-form.tsx'
import { SourceHistory } from './source-history.tsx'
import styles from './sources.module.css'
import { SourcesTable } from './sources-table.tsx'

/** The source in the form. `new` opens an empty form. */
type Edited = ScheduledSource | 'new' | undefined

export function SourcesPage({ params }: { params: SourcesParams }) {
  const query = useQuery(sourcesQuery)
  const [edited, setEdited] = useState<Edited>()
  const close = () => setEdited(undefined)
  return (
    <>
      <TitledSection
        title="Sources"
        lead="Sources of listings that Engawa imports by itself. A file that looks wrong is stopped, and administrators get a mail."
      >
        <div className={styles.parts}>
          <div>
            <Button onClick={() => setEdited('new')}>Add Source</Button>
          </div>
          <QueryBoundary query={query} failure="The sources could not be loaded">
            {({ results, folder }) => (
              <>
                {results.length > 0 ? (
                  <SourcesTable sources={results} onEdit={setEdited} />
                ) : (
                  <EmptyState title="No source is imported automatically yet" drawing={<Clock />}>
                    <p>Add a folder on the server, or the web address of a file.</p>
                  </EmptyState>
                )}
                <ShownHistory sources={results} params={params} />
                <Dialog
                  title={edited === 'new' ? 'Add Source' : (edited?.source ?? '')}
                  isOpen={edited !== undefined}
                  onClose={close}
                >
                  {edited && (
                    <SourceForm
                      source={edited === 'new' ? undefined : edited}
                      folder={folder}
                      onClose={close}
                    />
                  )}
                </Dialog>
              </>
            )}
          </QueryBoundary>
        </div>
      </TitledSection>
      <DuplicatesSection params={params} />
    </>
  )
}

interface ShownHistoryProps {
  sources: ScheduledSource[]
  params: SourcesParams
}

function ShownHistory({ sources, params }: ShownHistoryProps) {
  const shown = sources.find(({ id }) => id === params.source)
  return shown ? <SourceHistory key={shown.id} source={shown} page={params.page} /> : null
}

function Clock() {
  return (
    <>
      <circle cx="60" cy="50" r="32" />
      <path d="M60 30v20l13 9" />
    </>
  )
}
