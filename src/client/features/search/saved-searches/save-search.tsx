import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeAlert, USUAL_ALERT } from '#client/components/alert-fields.tsx'
import { failureToast } from '#client/components/mutation-toasts.ts'
import { setAlert } from '#client/data/alerts.ts'
import type { ListingsParams } from '#client/data/listings-params.ts'
import { saveSearch, searchToSave } from '#client/data/saved-search-changes.ts'
import { savedSearchesQuery } from '#client/data/saved-searches.ts'
import type { FilterWords } from '#client/format/active-filters.ts'
import { Button } from '#client/ui/button.tsx'
import { BookmarkIcon } from '#client/ui/icons.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showToast } from '#client/ui/toast.ts'
import type { Alert } from '#contract/alerts.ts'
import { proposeName } from './propose-name.ts'
import styles from './saved-searches.module.css'
import { SavedSearchesSheet } from './saved-searches-sheet.tsx'
import { SearchForm } from './search-form.tsx'

interface SaveSearchProps {
  params: ListingsParams
  words: FilterWords
}

/**
 * The button that saves the search of the page. If the search is saved already, the button opens
 * the list of saved searches.
 */
export function SaveSearch({ params, words }: SaveSearchProps) {
  const { data: searches = [], isPending } = useQuery(savedSearchesQuery)
  const [opened, setOpened] = useState<'form' | 'list'>()
  const save = useMutation(saveSearch)
  const alerting = useMutation({
    ...setAlert,
    onSuccess: (_data, { alert }) => tellSaved(alert),
    onError: (error) => showToast(failureToast(error, 'The alert could not be set')),
  })
  const search = searchToSave(params)
  const isSaved = searches.some((saved) => saved.search === search)
  const close = () => setOpened(undefined)

  function send(name: string, alert: Alert | undefined) {
    save.mutate(
      { name, search },
      {
        onSuccess({ searches }) {
          close()
          const saved = searches.find((one) => one.search === search)
          if (saved && alert) alerting.mutate({ searchId: saved.id, alert })
          else tellSaved(undefined)
        },
      },
    )
  }

  return (
    <>
      <Button
        variant="quiet"
        className={styles.save}
        // Hide the button until the saved searches have loaded, because its text depends on them.
        data-pending={isPending || undefined}
        data-saved={isSaved || undefined}
        aria-haspopup="dialog"
        onClick={() => {
          save.reset()
          setOpened(isSaved ? 'list' : 'form')
        }}
      >
        <BookmarkIcon />
        <span>{isSaved ? 'Saved' : 'Save This Search'}</span>
      </Button>
      <Sheet title="Save This Search" isOpen={opened === 'form'} onClose={close}>
        <div className={styles.body}>
          <SearchForm
            name={proposeName(params, words)}
            alert={USUAL_ALERT}
            change={save}
            needing="Saving a search needs"
            failure="The search could not be saved"
            onSubmit={send}
            onCancel={close}
          />
        </div>
      </Sheet>
      <SavedSearchesSheet isOpen={opened === 'list'} onOpen={close} onClose={close} />
    </>
  )
}

function tellSaved(alert: Alert | undefined) {
  showToast({
    type: 'success',
    title: 'Search saved',
    description: alert
      ? `You are told about new and cheaper houses: ${describeAlert(alert)}.`
      : 'Open the search from Saved Searches on any of your devices.',
  })
}
