import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '#client/components/action-button.tsx'
import { ConfirmDialog } from '#client/components/confirm-dialog.tsx'
import { failureToast } from '#client/components/mutation-toasts.ts'
import { discardImport, stepImport } from '#client/data/imports.ts'
import { showToast } from '#client/ui/toast.ts'
import type { Import } from '#contract/imports.ts'
import type { Mapping } from '#contract/mapping.ts'
import { formatListings } from './describe-import.ts'

/** Starts the import. If the import would withdraw listings, first asks for confirmation. */
export function ApplyImport({ known: { id, state, report } }: { known: Import }) {
  const { mutate, isPending } = useMutation(stepImport)
  const [isAsking, setIsAsking] = useState(false)
  const withdrawn = report?.withdrawn ?? 0

  function apply() {
    setIsAsking(false)
    mutate({ id, step: 'apply' }, { onError: told('The import could not be started') })
  }

  return (
    <>
      <ActionButton
        isPending={isPending}
        onClick={({ detail }) => {
          // Ignore the second click of a double click, because the import has already started.
          if (detail > 1) return
          if (withdrawn > 0) setIsAsking(true)
          else apply()
        }}
      >
        {state === 'checked' ? 'Import Now' : 'Import Again'}
      </ActionButton>
      <ConfirmDialog
        title={`Withdraw ${formatListings(withdrawn)}?`}
        action="Import and Withdraw"
        isOpen={isAsking}
        isPending={isPending}
        onConfirm={apply}
        onClose={() => setIsAsking(false)}
      >
        <p>{`You marked the file as complete. The file lacks ${formatListings(withdrawn)} that the catalogue offers from ${report?.source ?? ''}. Searches will no longer show ${withdrawn === 1 ? 'it' : 'them'}. Saved favorites stay, marked as withdrawn.`}</p>
      </ConfirmDialog>
    </>
  )
}

interface CheckAgainProps {
  known: Import
  /** The columns to read the file with. The former ones if undefined. */
  mapping: Mapping | undefined
  /** Whether the file has to be checked before the import. If so, this is the primary button. */
  isRequired: boolean
  onChecked: () => void
}

export function CheckAgain({ known: { id }, mapping, isRequired, onChecked }: CheckAgainProps) {
  const { mutate, isPending } = useMutation(stepImport)
  const check = () =>
    mutate(
      { id, step: 'check', mapping },
      { onSuccess: onChecked, onError: told('The file could not be checked') },
    )
  return (
    <ActionButton variant={isRequired ? 'solid' : 'outline'} isPending={isPending} onClick={check}>
      Check Again
    </ActionButton>
  )
}

interface DiscardImportProps {
  known: Import
  onDiscarded: () => void
}

export function DiscardImport({ known: { id, state }, onDiscarded }: DiscardImportProps) {
  const { mutate, isPending } = useMutation(discardImport)
  const discard = () =>
    mutate(id, { onSuccess: onDiscarded, onError: told('The file could not be discarded') })
  return (
    <ActionButton variant="outline" isPending={isPending} onClick={discard}>
      {state === 'checking' ? 'Stop and Discard' : 'Discard'}
    </ActionButton>
  )
}

const told = (failure: string) => (error: Error) => showToast(failureToast(error, failure))
