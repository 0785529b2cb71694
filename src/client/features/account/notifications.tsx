import { failureMessage } from '#client/api/failures.ts'
import { ActionButton } from '#client/components/action-button.tsx'
import { PUSH_DENIED, PUSH_NEEDS_HOME_SCREEN } from '#client/components/push-hints.ts'
import { type PushStatus, usePushState } from '#client/components/use-push-state.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Card } from '#client/ui/card.tsx'
import { Loading } from '#client/ui/loading.tsx'
import styles from './account.module.css'

const SENTENCES: Record<Exclude<PushStatus, 'unknown'>, string> = {
  unsupported: 'This browser has no notifications.',
  'needs-home-screen': PUSH_NEEDS_HOME_SCREEN,
  denied: PUSH_DENIED,
  off: 'Notifications are off on this device.',
  on: 'Notifications are on. They show how many houses are new or have changed, and end when you log out on this device.',
}

/** Turns notifications on and off for this device. */
export function Notifications() {
  const { status, isPending, error, turnOn, turnOff } = usePushState()
  return (
    <Card title="Notifications on This Device">
      <div className={styles.rows}>
        {error && (
          <Alert type="error">{failureMessage(error, 'Failed to change notifications')}</Alert>
        )}
        {status === 'unknown' ? (
          !error && <Loading />
        ) : (
          <p className={styles.soft} role="status">
            {SENTENCES[status]}
          </p>
        )}
        {(status === 'on' || status === 'off') && (
          <div>
            <ActionButton
              variant="outline"
              isPending={isPending}
              onClick={status === 'on' ? turnOff : turnOn}
            >
              {status === 'on' ? 'Turn off notifications' : 'Turn on notifications'}
            </ActionButton>
          </div>
        )}
      </div>
    </Card>
  )
}
