import { Button } from '@chakra-ui/react/button'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { QueryBoundary } from '#client/components/query-boundary.tsx'
import { importQuery } from '#client/data/imports.ts'
import { type ImportsParams, NEW_IMPORT } from '#client/data/imports-params.ts'
import { formatNumber } from '#client/format/format.ts'
import { formatSize } from '#client/format/sizes.ts'
import { Alert } from '#client/ui/alert.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { Card } from '#client/ui/card.tsx'
import { canBeApplied, canBeChecked, type Import, isUnderWay } from '#contract/imports.ts'
import type { Mapping } from '#contract/mapping.ts'
import { ByteProgress } from './byte-progress.tsx'
import { describeResult, hasDoubtfulColumns, isWorthImporting } from './describe-import.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProblems } from './import-problems.tsx'
import { ImportReportTable } from './import-report.tsx'
import { ApplyImport, CheckAgain, DiscardImport } from './import-steps.tsx'
import styles from './imports.module.css'

interface ImportCardProps {
  id: string
  params: ImportsParams
  onShow: (changes: ImportsParams) => void
  /** Shows another import or the upload form. */
  onLeave: (id: string) => void
}

/** One import: its progress or result, and its buttons. */
export function ImportCard({ id, params, onShow, onLeave }: ImportCardProps) {
  const query = useQuery(importQuery(id))
  return (
    <QueryBoundary query={query} failure="The import could not be loaded" hasOfflineNotice>
      {(known) => <KnownImport known={known} params={params} onShow={onShow} onLeave={onLeave} />}
    </QueryBoundary>
  )
}

interface KnownImportProps extends Omit<ImportCardProps, 'id'> {
  known: Import
}

function KnownImport({ known, params, onShow, onLeave }: KnownImportProps) {
  const [isOpen, setIsOpen] = useState<boolean>()
  const [draft, setDraft] = useState<{ mapping: Mapping; isChecked: boolean } | null>(null)
  const hasColumns = known.state !== 'done' && known.state !== 'importing'
  const areColumnsOpen = hasColumns && (isOpen ?? hasDoubtfulColumns(known))
  const isUnchecked = draft !== null && !draft.isChecked
  return (
    <Card title={known.file_name}>
      <div className={styles.rows}>
        <ImportStatusRegion known={known} />
        {!isUnderWay(known) && known.report && <ImportReportTable report={known.report} />}
        {(areColumnsOpen || (hasColumns && canBeChecked(known))) && (
          <ImportColumns
            known={known}
            draft={draft?.mapping ?? null}
            isOpen={areColumnsOpen}
            onOpen={setIsOpen}
            onDraft={(mapping) => setDraft({ mapping, isChecked: false })}
          />
        )}
        {areColumnsOpen && !isUnderWay(known) && <ImportPreview known={known} />}
        {isUnchecked && (
          <p className="soft" role="status">
            You have changed the columns. Check again before you import.
          </p>
        )}
        <div className={styles.actions}>
          {canBeApplied(known) && isWorthImporting(known) && !isUnchecked && (
            <ApplyImport known={known} />
          )}
          {canBeChecked(known) && (
            <CheckAgain
              known={known}
              mapping={draft?.mapping}
              isRequired={isUnchecked || known.state === 'interrupted'}
              onChecked={() => {
                // The section stays open, so that the administrator can correct the columns again.
                setIsOpen(areColumnsOpen)
                setDraft(draft && { ...draft, isChecked: true })
              }}
            />
          )}
          {known.state === 'done' && <ButtonLink to="/listings">View Listings</ButtonLink>}
          {known.state === 'done' || known.state === 'importing' ? null : (
            <DiscardImport known={known} onDiscarded={() => onLeave(NEW_IMPORT)} />
          )}
          {!isUnderWay(known) && (
            <Button variant="ghost" onClick={() => onLeave(NEW_IMPORT)}>
              Choose Another File
            </Button>
          )}
        </div>
        {!isUnderWay(known) && known.report && (
          <ImportProblems known={known} params={params} onShow={onShow} />
        )}
      </div>
    </Card>
  )
}

/**
 * The text of the import's state. If a change of state removes the focused button, the text takes
 * the focus.
 */
function ImportStatusRegion({ known }: { known: Import }) {
  const { state } = known
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(state)
  useEffect(() => {
    if (shown.current !== state && isFocusFree()) place.current?.focus()
    shown.current = state
  }, [state])
  return (
    <div className={styles.status} ref={place} tabIndex={-1}>
      <ImportStatus known={known} />
    </div>
  )
}

/**
 * Whether no control has the focus. The focus is then on the body, or on an element that
 * `focusPage` focuses.
 */
function isFocusFree() {
  return document.activeElement?.matches('body, main, h1')
}

function ImportStatus({ known }: { known: Import }) {
  const { state, report, failure } = known
  switch (state) {
    case 'checking':
      return <Progress known={known} label="Checking the file" />
    case 'importing':
      return <Progress known={known} label="Importing" />
    case 'checked':
      return <WhatWouldHappen known={known} />
    case 'done':
      return <Alert type="success">{report && describeResult(report)}</Alert>
    case 'failed':
      return (
        <Alert type="error">
          <strong>{report ? 'The import stopped' : 'The file cannot be imported'}</strong>
          <p>{failure}</p>
          {report && <p>The listings imported so far stay. Import again to add the rest.</p>}
        </Alert>
      )
    case 'interrupted':
      return (
        <Alert type="warning">
          {`The server stopped during the import. ${
            report
              ? 'The listings imported so far stay. Import again to add the rest.'
              : 'Nothing was imported. You can check the file again.'
          }`}
        </Alert>
      )
  }
}

function Progress({ known, label }: { known: Import; label: string }) {
  const { bytes_read, file_bytes } = known
  const words = `${formatSize(bytes_read)} of ${formatSize(file_bytes)}`
  return (
    <ByteProgress label={label} words={words} value={bytes_read} max={file_bytes}>
      <p className="soft" role="status">
        {`${label}: ${words}. The server continues if you leave this page.`}
      </p>
    </ByteProgress>
  )
}

function WhatWouldHappen({ known }: { known: Import }) {
  const { report } = known
  if (!report) return null
  if (report.added + report.changed + report.unchanged === 0) {
    return <Alert type="warning">No listing in the file can be imported.</Alert>
  }
  if (!isWorthImporting(known)) {
    return <Alert type="info">The catalogue already has all of these listings.</Alert>
  }
  return (
    <Alert type="info">{`This is what the import would do. Nothing has been imported yet${report.withdrawn > 0 ? `; ${formatNumber(report.withdrawn)} would be withdrawn` : ''}.`}</Alert>
  )
}
