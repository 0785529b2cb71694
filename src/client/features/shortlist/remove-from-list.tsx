import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { failureToast } from '#client/components/mutation-toasts.ts'
import { ConnectionReason, ServerButton } from '#client/components/server-button.tsx'
import { removeFromShortlist } from '#client/data/shortlist-changes.ts'
import { labelledByTitle } from '#client/format/listing-ids.ts'
import { Button } from '#client/ui/button.tsx'
import { takeFocus, useReturningFocus } from '#client/ui/focus.ts'
import { showToast } from '#client/ui/toast.ts'
import styles from './shortlist-page.module.css'

/**
 * A button that removes a house from the shortlist. First explains that the house disappears for
 * both people.
 */
export function RemoveFromList({ id }: { id: string }) {
  const [isAsked, setAsked] = useState(false)
  const reasonId = useId()
  const nameId = useId()
  const opener = useReturningFocus(isAsked)
  const remove = useMutation({
    ...removeFromShortlist,
    onError: (error: Error) =>
      showToast(failureToast(error, 'The house could not be taken off the list')),
  })
  const reason = (
    <ConnectionReason
      id={reasonId}
      needing="Taking a house off the list needs"
      className={styles.reason}
    />
  )
  if (!isAsked) {
    return (
      <>
        <ServerButton
          ref={opener}
          className={styles.action}
          variant="quiet"
          isPending={false}
          reasonId={reasonId}
          onClick={() => setAsked(true)}
          {...labelledByTitle(nameId, id)}
        >
          Take Off the List
        </ServerButton>
        {reason}
      </>
    )
  }
  return (
    <div className={styles.question} role="status">
      <p className="caption">
        The house leaves the list for both of you. You no longer see each other’s notes and photos
        of this house. You keep your own notes and photos.
      </p>
      <div className={styles.buttons}>
        <ServerButton
          variant="secondary"
          isPending={remove.isPending}
          reasonId={reasonId}
          onClick={() => remove.mutate(id)}
        >
          Take It Off
        </ServerButton>
        <Button ref={takeFocus} variant="quiet" onClick={() => setAsked(false)}>
          Keep It
        </Button>
      </div>
      {reason}
    </div>
  )
}
