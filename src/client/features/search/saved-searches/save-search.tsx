import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListingsParams } from '#client/data/listings-params.ts'
import { saveSearch, searchToSave } from '#client/data/saved-search-changes.ts'
import { savedSearchesQuery } from '#client/data/saved-searches.ts'
import type { FilterWords } from '#client/format/active-filters.ts'
import { Button } from '#client/ui/button.tsx'
import { BookmarkIcon } from '#client/ui/icons.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showToast } from '#client/ui/toast.ts'
import { NameForm } from './name-form.tsx'
import { proposeName } from './propose-name.ts'
import styles from './saved-searches.module.css'
import { SavedSearchesSheet } from './saved-searches-sheet.tsx'

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
  const search = searchToSave(params)
  const isSaved = searches.some((saved) => saved.search === search)
  const close = () => setOpened(undefined)

  function send(name: string) {
    save.mutate(
      { name, search },
      {
        onSuccess() {
          close()
          showToast({
            type: 'success',
            title: 'Search saved',
            description: 'Open the search from Saved Searches on any of your devices.',
          })
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
          <NameForm
            name={proposeName(params, words)}
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
