import { useMutation } from '@tanstack/react-query'
import { CsvButton } from '#client/components/csv-button.tsx'
import { failureToast } from '#client/components/mutation-toasts.ts'
import { importContacts } from '#client/data/contacts.ts'
import { Dialog } from '#client/ui/chakra/dialog.tsx'
import { showToast } from '#client/ui/toast.ts'
import type { ContactsOutcome } from '#contract/contacts.ts'

export function ContactsUpload() {
  const { mutate, data: outcome, isPending, reset } = useMutation(importContacts)
  const upload = (file: File) =>
    mutate(file, {
      onError: (error) => showToast(failureToast(error, 'The contacts could not be imported')),
    })
  return (
    <>
      <CsvButton label="CSV file of contacts" isPending={isPending} onFile={upload}>
        Import CSV
      </CsvButton>
      <Dialog title="Contacts imported" isOpen={outcome !== undefined} onClose={reset}>
        {outcome && <Outcome outcome={outcome} />}
      </Dialog>
    </>
  )
}

function Outcome({ outcome }: { outcome: ContactsOutcome }) {
  const { added, changed, removed, unchanged, rejected, rejected_count } = outcome
  const more = rejected_count - rejected.length
  return (
    <>
      <p>
        {`${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged, ${rejected_count} rejected.`}
      </p>
      {rejected.length > 0 && (
        <ul aria-label="Rejected rows">
          {rejected.map(({ line, reason }) => (
            <li key={line}>{`Line ${line} ${reason}`}</li>
          ))}
          {more > 0 && <li>{`and ${more} other rows`}</li>}
        </ul>
      )}
    </>
  )
}
