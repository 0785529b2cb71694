import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { describeAlert } from '#client/components/alert-fields.tsx'
import { failureToast } from '#client/components/mutation-toasts.ts'
import { setAlert } from '#client/data/alerts.ts'
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
import type { Alert } from '#contract/alerts.ts'
import type { SavedSearch } from '#contract/saved-searches.ts'
import styles from './saved-searches.module.css'
import { SearchForm } from './search-form.tsx'

const DeleteIcon = icon(
  <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.75 13h9.5l.75-13M10 10.5v6m4-6v6" />,
)

interface SavedSearchRowProps {
  saved: SavedSearch & { params: ListingsParams }
  /** How many houses match the saved search now. Undefined while the count is unknown. */
  count: number | undefined
  /** How many of them are news since the last visit. */
  newCount: number
  /** How the person is told about houses. Undefined if they are not told. */
  alert: Alert | undefined
  /** Whether `alert` is not known yet, so that a form would overwrite it. */
  isAlertPending: boolean
  words: FilterWords
  onOpen: () => void
}

export function SavedSearchRow({ saved, count, newCount, alert, ...props }: SavedSearchRowProps) {
  const { isAlertPending, words, onOpen } = props
  const { id, name, search, params } = saved
  const [isEditing, setEditing] = useState(false)
  const isOnline = useIsOnline()
  const nameId = useId()
  const opener = useReturningFocus(isEditing)
  const rename = useMutation(renameSavedSearch)
  const alerting = useMutation({
    ...setAlert,
    onError: (error) => showToast(failureToast(error, 'The alert could not be set')),
  })
  const restore = useMutation({
    ...saveSearch,
    onSuccess({ searches }) {
      const restored = searches.find((one) => one.search === search)
      if (restored && alert) alerting.mutate({ searchId: restored.id, alert })
    },
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

  if (isEditing) {
    return (
      <li className={styles.editing}>
        <SearchForm
          name={name}
          alert={alert}
          change={rename}
          needing="Changing a saved search needs"
          failure="The search could not be changed"
          fieldRef={takeFocus}
          onSubmit={(name, changed) =>
            rename.mutate(
              { id, name },
              {
                onSuccess() {
                  setEditing(false)
                  if (changed !== alert) alerting.mutate({ searchId: id, alert: changed })
                },
              },
            )
          }
          onCancel={() => setEditing(false)}
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
        {count !== undefined && (
          <span className={styles.count}>
            {newCount > 0
              ? `${formatHouses(count)}, ${newCount} new or cheaper`
              : formatHouses(count)}
          </span>
        )}
        {alert && <span className={styles.detail}>{capitalise(describeAlert(alert))}</span>}
      </Link>
      <button
        ref={opener}
        className={styles.action}
        type="button"
        aria-label="Edit"
        aria-describedby={nameId}
        disabled={isOff || isAlertPending}
        onClick={() => {
          rename.reset()
          setEditing(true)
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
