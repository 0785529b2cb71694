import { useQuery } from '@tanstack/react-query'
import { failureMessage, failureOf } from '#client/api/failures.ts'
import { now } from '#client/browser/clock.ts'
import { ActionButton } from '#client/components/action-button.tsx'
import { endOtherSessions, sessionsQuery } from '#client/data/sessions.ts'
import { formatLongDay } from '#client/format/days.ts'
import { formatAge } from '#client/format/format.ts'
import { Card } from '#client/ui/card.tsx'
import { Alert } from '#client/ui/chakra/alert.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { OutcomeMessage, useOutcome } from '#client/ui/outcome.tsx'
import type { Session } from '#contract/sessions.ts'
import styles from './account.module.css'
import { useChange } from './use-change.ts'

/** The largest number of sessions in the list. Without a limit, the list could become very long. */
const MOST_SHOWN = 6

/** The account's sessions, and a button that ends all other sessions. */
export function SignedIn() {
  const query = useQuery(sessionsQuery)
  const { data: sessions, refetch } = query
  const [outcome, setOutcome] = useOutcome()
  const { submit: endOthers, isPending } = useChange(endOtherSessions, {
    success: toldOf,
    failure: 'Failed to log out elsewhere',
    onOutcome: setOutcome,
  })
  return (
    <Card title="Where You Are Signed In">
      <div className={styles.rows}>
        <OutcomeMessage outcome={outcome} />
        {sessions ? (
          <Sessions sessions={sessions} />
        ) : (
          <NoneYet error={failureOf(query)} onRetry={() => void refetch()} />
        )}
        {sessions && sessions.length > 1 && (
          <div>
            <ActionButton
              variant="outline"
              isPending={isPending}
              onClick={() => endOthers(undefined)}
            >
              {isPending ? 'Logging out…' : 'Log out everywhere else'}
            </ActionButton>
          </div>
        )}
      </div>
    </Card>
  )
}

function Sessions({ sessions }: { sessions: Session[] }) {
  const more = sessions.length - MOST_SHOWN
  return (
    <ul className={styles.sessions}>
      {sessions
        .slice(0, MOST_SHOWN)
        .map(({ device, created_at, last_used_at, is_current }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sessions have no id here, and their rows no state.
          <li key={index}>
            <p className={styles.device}>
              <span>{device}</span>
              {is_current && <span className={styles.here}>This device</span>}
            </p>
            <p className={styles.times}>
              <span>{`Signed in on ${formatLongDay(created_at)}`}</span>
              {!is_current && <span>{`Last used ${formatAge(last_used_at, now())}`}</span>}
            </p>
          </li>
        ))}
      {more > 0 && <li>{`And ${more} more`}</li>}
    </ul>
  )
}

/**
 * The placeholder for the list of sessions while they load, or the error if they could not be
 * loaded.
 */
function NoneYet({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (!error) return <Loading />
  return (
    <>
      <Alert type="error">{failureMessage(error, 'Failed to load your devices')}</Alert>
      <div>
        <ActionButton variant="outline" onClick={onRetry}>
          Try Again
        </ActionButton>
      </div>
    </>
  )
}

function toldOf(ended: number) {
  if (ended === 0) return 'You were not signed in anywhere else.'
  return `You are now logged out on ${ended === 1 ? 'one other device' : `${ended} other devices`}.`
}
