import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { failureToast } from '#client/components/mutation-toasts.ts'
import type { ListingsParams } from '#client/data/listings-params.ts'
import {
  deleteSavedSearch,
  renameSavedSearch,
  saveSearch,
} from '#client/data/saved-search-changes.ts'
import type { FilterWords } from '#client/format/active-filters.ts'
import { describeSearch } from '#client/format/describe-search.ts'
import { capitalise, formatHouses } from '#client/format/format.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { takeFocus, useReturningFocus } from '#client/ui/focus.ts'
import { icon, PencilIcon } from '#client/ui/icons.tsx'
import { showToast, UNDO_DURATION_MS } from '#client/ui/toast.ts'
import type { SavedSearch } from '#contract/saved-searches.ts'
import { NameForm } from './name-form.tsx'
import styles from './saved-searches.module.css'

const DeleteIcon = icon(
  <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.75 13h9.5l.75-13M10 10.5v6m4-6v6" />,
)

interface SavedSearchRowProps {
  saved: SavedSearch & { params: ListingsParams }
  /** How many houses match the saved search now. Undefined while the count is unknown. */
  count: number | undefined
  words: FilterWords
  onOpen: () => void
}

export function SavedSearchRow({ saved, count, words, onOpen }: SavedSearchRowProps) {
  const { id, name, search, params } = saved
  const [isRenaming, setRenaming] = useState(false)
  const isOnline = useIsOnline()
  const nameId = useId()
  const opener = useReturningFocus(isRenaming)
  const rename = useMutation(renameSavedSearch)
  const restore = useMutation({
    ...saveSearch,
    onError: (error) => showToast(failureToast(error, 'The search could not be restored')),
  })
  const remove = useMutation({
    ...deleteSavedSearch,
    onSuccess: () =>
      showToast({
        type: 'info',
        title: 'Saved search deleted',
        description: name,
        duration: UNDO_DURATION_MS,
        action: { label: 'Undo', onClick: () => restore.mutate({ name, search }) },
      }),
    onError: (error) => showToast(failureToast(error, 'The search could not be deleted')),
  })

  if (isRenaming) {
    return (
      <li className={styles.renaming}>
        <NameForm
          name={name}
          change={rename}
          needing="Renaming needs"
          failure="The search could not be renamed"
          fieldRef={takeFocus}
          onSubmit={(name) => rename.mutate({ id, name }, { onSuccess: () => setRenaming(false) })}
          onCancel={() => setRenaming(false)}
        />
      </li>
    )
  }
  const isOff = !isOnline || remove.isPending
  return (
    <li className={styles.row}>
      <Link
        className={styles.link}
        from="/listings"
        to="/listings"
        search={({ view, pageSize }) => ({ ...params, view, pageSize })}
        activeOptions={{ exact: true }}
        onClick={onOpen}
      >
        <span className={styles.name} id={nameId}>
          <Bilingual>{name}</Bilingual>
        </span>
        <span className={styles.detail}>
          <Bilingual>{capitalise(describeSearch(params, words))}</Bilingual>
        </span>
        {count !== undefined && <span className={styles.count}>{formatHouses(count)}</span>}
      </Link>
      <button
        ref={opener}
        className={styles.action}
        type="button"
        aria-label="Rename"
        aria-describedby={nameId}
        disabled={isOff}
        onClick={() => {
          rename.reset()
          setRenaming(true)
        }}
      >
        <PencilIcon />
      </button>
      <button
        className={styles.action}
        type="button"
        aria-label="Delete"
        aria-describedby={nameId}
        disabled={isOff}
        onClick={({ currentTarget, detail }) => {
          // Ignore the second click of a double click. Otherwise it would delete the next row,
          // which has moved up under the pointer.
          if (detail > 1) return
          focusNextRow(currentTarget)
          remove.mutate(id)
        }}
      >
        <DeleteIcon />
      </button>
    </li>
  )
}

/**
 * Moves the focus to a neighbouring row before the row of `button` disappears. If there is no other
 * row, moves the focus to the first button of the sheet.
 */
function focusNextRow(button: HTMLElement) {
  const row = button.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const next = neighbour?.querySelector('a') ?? row?.closest('dialog')?.querySelector('button')
  next?.focus()
}
