import { Button } from '@chakra-ui/react/button'
import { useId, useState } from 'react'
import { ActionButton } from '#client/components/action-button.tsx'
import { takeFocus, useReturningFocus } from '#client/ui/focus.ts'
import styles from './actions.module.css'
import { formatDay } from './dates.ts'
import { Day } from './day.tsx'

interface CancelSubscriptionProps {
  /** When access ends after cancelling. Null if access ends immediately. */
  endsAt: string | null
  /** Another consequence of cancelling, besides the end of access, if there is one. */
  consequence: string | undefined
  isPending: boolean
  onCancel: () => void
}

/** The first click explains the consequences. The second click cancels the subscription. */
export function CancelSubscription(props: CancelSubscriptionProps) {
  const [isAsking, setAsking] = useState(false)
  const opener = useReturningFocus(isAsking)
  if (isAsking) return <Question {...props} onKeep={() => setAsking(false)} />
  return (
    <ActionButton variant="outline" ref={opener} onClick={() => setAsking(true)}>
      Cancel Subscription
    </ActionButton>
  )
}

function Question(props: CancelSubscriptionProps & { onKeep: () => void }) {
  const { endsAt, consequence, isPending, onCancel, onKeep } = props
  const titleId = useId()

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div
      className={styles.question}
      ref={takeFocus}
      role="group"
      tabIndex={-1}
      aria-labelledby={titleId}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && !isPending) onKeep()
      }}
    >
      <h3 id={titleId}>Cancel your subscription?</h3>
      <p>
        {endsAt && (
          <span>
            Every listing stays open to you until <Day of={endsAt} />.{' '}
          </span>
        )}
        <span>{`${consequence} Your favorites are kept.`}</span>
      </p>
      <div className={styles.actions}>
        <Button variant="outline" onClick={onKeep}>
          Keep Subscription
        </Button>
        <ActionButton
          colorPalette="danger"
          isPending={isPending}
          // Ignore the second click of a double click, because the person cannot have read the
          // question yet.
          onClick={({ detail }) => detail <= 1 && onCancel()}
        >
          {isPending ? 'Cancelling…' : `Cancel ${endsAt ? `as of ${formatDay(endsAt)}` : 'Now'}`}
        </ActionButton>
      </div>
    </div>
  )
}
