import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { failureToast } from '#client/components/mutation-toasts.ts'
import { removeFromShortlist } from '#client/data/shortlist-changes.ts'
import { labelledByTitle } from '#client/format/listing-ids.ts'
import { useIsOnline } from '#client/sync/use-is-online.ts'
import { Button } from '#client/ui/button.tsx'
import { takeFocus, useReturningFocus } from '#client/ui/focus.ts'
import { showToast } from '#client/ui/toast.ts'
import styles from './shortlist-page.module.css'

/**
 * A button that removes a house from the list. First explains that the house disappears for both
 * people.
 */
export function RemoveFromList({ id }: { id: string }) {
  const [isAsked, setAsked] = useState(false)
  const isOnline = useIsOnline()
  const nameId = useId()
  const opener = useReturningFocus(isAsked)
  const remove = useMutation({
    ...removeFromShortlist,
    onError: (error: Error) => showToast(failureToast(error, 'The house could not be taken off')),
  })
  if (!isAsked) {
    return (
      <Button
        ref={opener}
        className={styles.action}
        variant="quiet"
        disabled={!isOnline}
        onClick={() => setAsked(true)}
        {...labelledByTitle(nameId, id)}
      >
        Take Off the List
      </Button>
    )
  }
  return (
    <div className={styles.question} role="status">
      <p className={styles.soft}>
        The house leaves the list for both of you. You no longer see each other’s notes and photos
        of this house. You keep your own.
      </p>
      <div className={styles.buttons}>
        <Button variant="secondary" disabled={remove.isPending} onClick={() => remove.mutate(id)}>
          Take It Off
        </Button>
        <Button ref={takeFocus} variant="quiet" onClick={() => setAsked(false)}>
          Keep It
        </Button>
      </div>
    </div>
  )
}
