import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ActionButton } from '#client/components/action-button.tsx'
import { failureToast } from '#client/components/mutation-toasts.ts'
import { QueryBoundary } from '#client/components/query-boundary.tsx'
import { contactsQuery, fetchContacts } from '#client/data/contacts.ts'
import type { ContactsParams } from '#client/data/contacts-params.ts'
import { Dialog } from '#client/ui/chakra/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Select } from '#client/ui/field.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { saveFile } from '#client/ui/save-file.ts'
import { SearchField } from '#client/ui/search-field.tsx'
import { TitledSection } from '#client/ui/titled-section.tsx'
import { showToast } from '#client/ui/toast.ts'
import { useShownParams } from '#client/ui/use-shown-params.ts'
import { CONTACT_STATES } from '#contract/choices.ts'
import { CONTACTS_PER_PAGE, type ContactRow } from '#contract/contacts.ts'
import { prefectureDisplay } from '#contract/prefectures.ts'
import { ContactForm } from './contact-form.tsx'
import styles from './contacts-page.module.css'
import { ContactsTable } from './contacts-table.tsx'
import { ContactsUpload } from './contacts-upload.tsx'
import { type NamedTarget, OptOutDialog } from './opt-out-dialog.tsx'
import { OptOutsSection } from './opt-outs-section.tsx'

const STATE_LABELS = { known: 'With a contact', missing: 'With houses but no contact' }

export function ContactsPage({ params }: { params: ContactsParams }) {
  const query = useQuery(contactsQuery(params))
  const shownPage = useShownParams(params.page ?? 1, query)
  const [edited, setEdited] = useState<ContactRow>()
  const optOuts = useRef<HTMLDivElement>(null)
  const [optOut, setOptOut] = useState<NamedTarget>()
  const navigate = useNavigate({ from: '/admin/dashboard/contacts' })
  const show = (changes: ContactsParams) =>
    // Keep the scroll position, so that the pressed control does not move away.
    void navigate({ search: { ...params, page: undefined, ...changes }, resetScroll: false })
  return (
    <>
      <TitledSection
        title="Contacts"
        lead="Whom buyers can ask in each municipality. Every house shows the contact of its municipality."
      >
        <Tools params={params} onChange={show} />
        <QueryBoundary query={query} failure="The contacts could not be loaded">
          {({ results, total_count }) => (
            <>
              {results.length > 0 ? (
                <ContactsTable
                  rows={results}
                  isStale={query.isPlaceholderData}
                  onEdit={setEdited}
                  onOptOut={(row) => setOptOut(toTarget(row))}
                />
              ) : (
                <EmptyState title="No municipality found" drawing={<Phone />}>
                  <p>No municipality matches your search.</p>
                </EmptyState>
              )}
              <Pager
                of="municipalities"
                page={shownPage}
                pageSize={CONTACTS_PER_PAGE}
                total={total_count}
                onPage={(page) => show({ page: page > 1 ? page : undefined })}
              />
            </>
          )}
        </QueryBoundary>
        <Dialog
          title={edited ? `${edited.en}, ${prefectureDisplay(edited.prefecture)}` : ''}
          isOpen={edited !== undefined}
          onClose={() => setEdited(undefined)}
        >
          {edited && <ContactForm contact={edited} onClose={() => setEdited(undefined)} />}
        </Dialog>
      </TitledSection>
      <div ref={optOuts} tabIndex={-1}>
        <OptOutsSection onChoose={setOptOut} />
      </div>
      <OptOutDialog target={optOut} onClose={() => setOptOut(undefined)} list={optOuts} />
    </>
  )
}

function toTarget({ place, en, prefecture, opted_out }: ContactRow): NamedTarget {
  const name = `${en}, ${prefectureDisplay(prefecture)}`
  return { kind: 'municipality', key: place, name, optedOut: opted_out }
}

interface ToolsProps {
  params: ContactsParams
  onChange: (changes: ContactsParams) => void
}

function Tools({ params: { search = '', state }, onChange }: ToolsProps) {
  const downloading = useMutation(fetchContacts)
  const download = () =>
    downloading.mutate(undefined, {
      onSuccess: (file) => void saveFile(file),
      onError: (error) => showToast(failureToast(error, 'The download failed')),
    })
  return (
    <div className={styles.tools}>
      <SearchField
        label="Municipality or prefecture"
        value={search}
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      <Select
        label="Show"
        value={state ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ state: CONTACT_STATES.find((name) => name === value) })
        }
      >
        <option value="">Every municipality</option>
        {CONTACT_STATES.map((name) => (
          <option key={name} value={name}>
            {STATE_LABELS[name]}
          </option>
        ))}
      </Select>
      <ActionButton variant="outline" isPending={downloading.isPending} onClick={download}>
        Download as CSV
      </ActionButton>
      <ContactsUpload />
    </div>
  )
}

function Phone() {
  return (
    <path d="M44 22h32a6 6 0 0 1 6 6v48a6 6 0 0 1-6 6H44a6 6 0 0 1-6-6V28a6 6 0 0 1 6-6Zm12 52h8" />
  )
}
