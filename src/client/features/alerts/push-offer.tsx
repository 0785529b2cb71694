import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { failureMessage } from '#client/api/failures.ts'
import { withTabStorage } from '#client/browser/storage.ts'
import { PUSH_DENIED, PUSH_NEEDS_HOME_SCREEN } from '#client/components/push-hints.ts'
import { ConnectionReason, ServerButton } from '#client/components/server-button.tsx'
import { type PushStatus, usePushState } from '#client/components/use-push-state.ts'
import { alertsQuery } from '#client/data/alerts.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { focusPage } from '#client/ui/focus-page.ts'
import type { Alerts } from '#contract/alerts.ts'
import styles from './push-offer.module.css'

const KEY = 'push-answered'

/**
 * Whether the person has answered the offer since they opened the app. The next start offers again,
 * because a new sign-in ends the notifications of the device.
 */
const pushAnswer = {
  isRecorded: () => withTabStorage((storage) => storage.getItem(KEY)) === 'yes',
  record: () => withTabStorage((storage) => storage.setItem(KEY, 'yes')),
}

/**
 * Offers notifications on this device to a person who has chosen to be told by notification. Renders
 * nothing if notifications are on or impossible, or if the person has answered before.
 */
export function PushOffer() {
  const { data: alerts } = useQuery(alertsQuery)
  const { status, isPending, error, turnOn } = usePushState()
  const [isOver, setOver] = useState(pushAnswer.isRecorded)
  const [isAsked, setAsked] = useState(false)
  const reasonId = useId()
  const titleId = useId()

  function end() {
    pushAnswer.record()
    setOver(true)
    // The pressed button is gone, so the keyboard continues at the page.
    focusPage()
  }

  function ask() {
    pushAnswer.record()
    setAsked(true)
    turnOn()
  }

  // Render the live region before its content. Otherwise screen readers do not announce the
  // content.
  return (
    <div aria-live="polite">
      {!isOver && wantsPush(alerts) && isOffered(status, isAsked) && (
        <section className={styles.offer} aria-labelledby={titleId}>
          <h2 className={styles.title} id={titleId}>
            Tell me on this device
          </h2>
          <p className={styles.text}>{textFor(status)}</p>
          {error && (
            <Alert type="error">{failureMessage(error, 'Failed to turn on notifications')}</Alert>
          )}
          <ConnectionReason
            id={reasonId}
            needing="Turning on notifications needs"
            className={styles.text}
          />
          <ButtonRow>
            {status === 'off' && (
              <ServerButton isPending={isPending} reasonId={reasonId} onClick={ask}>
                {isPending ? 'Turning on…' : 'Turn on notifications'}
              </ServerButton>
            )}
            <Button variant="quiet" onClick={end}>
              {status === 'off' ? 'Not now' : 'Close'}
            </Button>
          </ButtonRow>
        </section>
      )}
    </div>
  )
}

function wantsPush(alerts: Alerts | undefined) {
  const all = [alerts?.favorites, ...Object.values(alerts?.searches ?? {})]
  return all.some((alert) => alert !== undefined && alert.channel !== 'mail')
}

/** `isAsked` is true after the person has accepted the offer, which then shows the outcome. */
function isOffered(status: PushStatus, isAsked: boolean) {
  if (status === 'off' || status === 'needs-home-screen') return true
  return isAsked && (status === 'on' || status === 'denied')
}

function textFor(status: PushStatus) {
  if (status === 'needs-home-screen') return PUSH_NEEDS_HOME_SCREEN
  if (status === 'denied') return PUSH_DENIED
  if (status === 'on') {
    return 'Notifications are on. You can turn them off in Account Settings.'
  }
  return 'Get a notification when a saved house changes, or a saved search finds new houses. It shows only how many.'
}
