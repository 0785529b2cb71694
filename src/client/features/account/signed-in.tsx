import { Button } from '@chakra-ui/react/button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage, latestFailure } from '#client/api/failures.ts'
import { now } from '#client/browser/clock.ts'
import { ActionButton } from '#client/components/action-button.tsx'
import { endOtherSessions, endSession, sessionsQuery } from '#client/data/sessions.ts'
import { formatLongDay } from '#client/format/days.ts'
import { formatAge } from '#client/format/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Card } from '#client/ui/card.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { OutcomeMessage, useOutcome } from '#client/ui/outcome.tsx'
import type { Session } from '#contract/sessions.ts'
import styles from './account.module.css'
import { type OnOutcome, useChange } from './use-change.ts'

/** How many sessions the list shows at first. Without a limit, the list could become very long. */
const SHOWN_FIRST = 6

/** The account's sessions, and buttons that end one other session or all. */
export function SignedIn() {
  const query = useQuery(sessionsQuery)
  const { data: sessions, refetch } = query
  const [outcome, setOutcome] = useOutcome()
  const { submit: endOthers, isPending } = useChange(endOtherSessions, {
    success: describeEnded,
    failure: 'Failed to log out elsewhere',
    onOutcome: setOutcome,
  })
  return (
    <Card title="Where You Are Signed In">
      <div className={styles.rows}>
        <OutcomeMessage outcome={outcome} />
        {sessions ? (
          <Sessions sessions={sessions} onOutcome={setOutcome} />
        ) : (
          <NoneYet error={latestFailure(query)} onRetry={() => void refetch()} />
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

function Sessions({ sessions, onOutcome }: { sessions: Session[]; onOutcome: OnOutcome }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? sessions : sessions.slice(0, SHOWN_FIRST)
  return (
    <>
      <ul className={styles.sessions}>
        {shown.map((session) => (
          <li key={session.id}>
            <Device session={session} onOutcome={onOutcome} />
          </li>
        ))}
      </ul>
      {shown.length < sessions.length && (
        <div>
          <Button variant="outline" onClick={() => setWhole(true)}>
            {`Show all ${sessions.length} devices`}
          </Button>
        </div>
      )}
    </>
  )
}

function Device({ session, onOutcome }: { session: Session; onOutcome: OnOutcome }) {
  const { id, device, created_at, last_used_at, expires_at, is_current } = session
  const { submit, isPending } = useChange(endSession, {
    success: `You are now logged out on ${device}.`,
    failure: `Failed to log out on ${device}`,
    onOutcome,
  })
  return (
    <div className={styles.row}>
      <div className={styles.fact}>
        <p className={styles.device}>
          <span>{device}</span>
          {is_current && <span className={styles.here}>This device</span>}
        </p>
        <p className={styles.times}>
          <span>{`Signed in on ${formatLongDay(created_at)}`}</span>
          {is_current ? (
            <span>{`Until ${formatLongDay(expires_at)}`}</span>
          ) : (
            <span>{`Last used ${formatAge(last_used_at, now())}`}</span>
          )}
        </p>
      </div>
      {!is_current && (
        <ActionButton
          variant="outline"
          size="sm"
          isPending={isPending}
          aria-label={`End the session on ${device}`}
          onClick={() => submit({ id })}
        >
          {isPending ? 'Ending…' : 'End'}
        </ActionButton>
      )}
    </div>
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

function describeEnded(ended: number) {
  if (ended === 0) return 'You were not signed in anywhere else.'
  return `You are now logged out on ${ended === 1 ? 'one other device' : `${ended} other devices`}.`
}
