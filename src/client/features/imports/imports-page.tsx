import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { QueryBoundary } from '#client/components/query-boundary.tsx'
import { importsQuery } from '#client/data/imports.ts'
import { type ImportsParams, NEW_IMPORT } from '#client/data/imports-params.ts'
import { focusPage } from '#client/ui/focus-page.ts'
import { TitledSection } from '#client/ui/titled-section.tsx'
import { useShownParams } from '#client/ui/use-shown-params.ts'
import type { Import } from '#contract/imports.ts'
import { ImportCard } from './import-card.tsx'
import { ImportHistory } from './import-history.tsx'
import styles from './imports.module.css'
import { Places } from './places.tsx'
import { UploadForm } from './upload-form.tsx'

/** Uploads, checks and runs imports. The server stores their progress. */
export function ImportsPage({ params }: { params: ImportsParams }) {
  const query = useQuery(importsQuery(params))
  const shownPage = useShownParams(params.page ?? 1, query)
  const id = useShownImport(params.import, query.data?.results)
  const navigate = useNavigate({ from: '/admin/dashboard/import' })
  const show = (changes: ImportsParams) => void navigate({ search: { ...params, ...changes } })
  function showImport(id: string) {
    // Move the focus to the page. Otherwise the focus would be lost, because the clicked button
    // disappears.
    focusPage()
    show({ import: id, problems: undefined, only: undefined })
  }
  return (
    <TitledSection
      title="Import"
      lead="Add a file of listings to the catalogue. You see the effect before anything is imported."
    >
      <div className={styles.parts}>
        <QueryBoundary query={query} failure="The imports could not be loaded">
          {({ results, total_count }) => (
            <>
              {id === undefined || id === NEW_IMPORT ? (
                <UploadForm startsAtFile={id === NEW_IMPORT} onUploaded={showImport} />
              ) : (
                // Because of the key, another import is shown with new state, for example without
                // an open confirmation.
                <ImportCard key={id} id={id} params={params} onShow={show} onLeave={showImport} />
              )}
              <ImportHistory
                imports={results}
                total={total_count}
                page={shownPage}
                onPage={(page) => show({ page: page > 1 ? page : undefined })}
              />
            </>
          )}
        </QueryBoundary>
        <Places />
      </div>
    </TitledSection>
  )
}

/**
 * The import named in the URL, or the first unfinished import. A finished import stays selected, so
 * that its result can be read.
 */
function useShownImport(named: string | undefined, imports: Import[] = []) {
  const [shownId, setShownId] = useState<string>()
  const open = shownId ?? imports.find(({ state }) => state !== 'done')?.id
  const next = named === undefined ? open : undefined
  if (next !== shownId) setShownId(next)
  return named ?? next
}
