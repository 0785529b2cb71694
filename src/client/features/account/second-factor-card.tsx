import { Button } from '@chakra-ui/react/button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureMessage, latestFailure } from '#client/api/failures.ts'
import { now } from '#client/browser/clock.ts'
import { ActionButton } from '#client/components/action-button.tsx'
import {
  addPasskey,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactorQuery,
} from '#client/data/second-factor.ts'
import { formatLongDay } from '#client/format/days.ts'
import { formatAge } from '#client/format/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { Card } from '#client/ui/card.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { OutcomeMessage, useOutcome } from '#client/ui/outcome.tsx'
import type { User } from '#contract/account.ts'
import { RECOVERY_CODE_COUNT, type SecondFactor } from '#contract/second-factor.ts'
import styles from './account.module.css'
import { AuthenticatorForm } from './authenticator-form.tsx'
import { CurrentPasswordForm } from './current-password-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useChange } from './use-change.ts'

/** What the person is doing in the card. Each task begins with the current password. */
type Task =
  | { kind: 'add-passkey' | 'add-authenticator' | 'renew-codes' }
  | { kind: 'remove'; factor: string; name: string }

/** The passkeys, the authenticator app and the recovery codes of the account. */
export function SecondFactorCard({ user }: { user: User }) {
  const query = useQuery(secondFactorQuery)
  const [outcome, setOutcome] = useOutcome()
  const [task, setTask] = useState<Task | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)

  const reports = { onOutcome: setOutcome, onClose: () => setTask(null) }
  const passkey = useChange(addPasskey, {
    ...reports,
    success: 'Passkey added.',
    failure: 'The passkey was not created. Try again, or use an authenticator app.',
  })
  const removal = useChange(removeSecondFactor, {
    ...reports,
    success: 'Removed.',
    failure: 'Failed to remove the second factor',
  })
  const renewal = useChange(renewRecoveryCodes, {
    ...reports,
    failure: 'Failed to make new recovery codes',
  })

  function start(next: Task) {
    setOutcome(null)
    setTask(next)
  }

  function content() {
    if (codes) return <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />
    const form = { user, onCancel: () => setTask(null), onForget: () => setOutcome(null) }
    if (task?.kind === 'add-passkey') {
      return (
        <CurrentPasswordForm
          {...form}
          action="Create Passkey"
          isPending={passkey.isPending}
          onSubmit={async (password) => setCodes((await passkey.submit({ password })) ?? null)}
        >
          A passkey is kept by this device, your password manager or a security key. You confirm a
          sign-in with your fingerprint, your face or a PIN.
        </CurrentPasswordForm>
      )
    }
    if (task?.kind === 'add-authenticator') {
      return <AuthenticatorForm {...form} {...reports} onAdded={setCodes} />
    }
    if (task?.kind === 'renew-codes') {
      return (
        <CurrentPasswordForm
          {...form}
          action="Make New Codes"
          isPending={renewal.isPending}
          onSubmit={async (password) => setCodes((await renewal.submit({ password })) ?? null)}
        >
          The earlier recovery codes stop working.
        </CurrentPasswordForm>
      )
    }
    if (task?.kind === 'remove') {
      const { factor, name } = task
      return (
        <CurrentPasswordForm
          {...form}
          action={`Remove ${name}`}
          isPending={removal.isPending}
          onSubmit={(password) => removal.submit({ factor, password })}
        >
          {`${name} will no longer confirm a sign-in.`}
        </CurrentPasswordForm>
      )
    }
    if (query.data) return <Factors factors={query.data} onStart={start} />
    const error = latestFailure(query)
    if (!error) return <Loading />
    return (
      <>
        <Alert type="error">{failureMessage(error, 'Failed to load your second factor')}</Alert>
        <div>
          <ActionButton variant="outline" onClick={() => void query.refetch()}>
            Try Again
          </ActionButton>
        </div>
      </>
    )
  }

  return (
    <Card title="Second Factor">
      <div className={styles.rows}>
        <OutcomeMessage outcome={outcome} />
        {content()}
      </div>
    </Card>
  )
}

interface FactorsProps {
  factors: SecondFactor
  onStart: (task: Task) => void
}

function Factors({ factors, onStart }: FactorsProps) {
  const { passkeys, authenticator, is_required, recovery_codes } = factors
  const isEmpty = passkeys.length === 0 && !authenticator
  return (
    <>
      {isEmpty && is_required && (
        <Alert type="info">
          Administrators need a second factor. Until you set one up, the dashboard stays closed.
        </Alert>
      )}
      <p className={styles.soft}>
        With a second factor, nobody can sign in to your account with your password alone.
      </p>
      {!isEmpty && (
        <ul className={styles.sessions}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <Factor
                name="Passkey"
                madeOn={passkey.device}
                times={passkey}
                onRemove={() => onStart({ kind: 'remove', factor: passkey.id, name: 'Passkey' })}
              />
            </li>
          ))}
          {authenticator && (
            <li>
              <Factor
                name="Authenticator App"
                times={authenticator}
                onRemove={() =>
                  onStart({ kind: 'remove', factor: 'authenticator', name: 'Authenticator App' })
                }
              />
            </li>
          )}
        </ul>
      )}
      <ButtonRow>
        <ActionButton
          variant={isEmpty ? 'solid' : 'outline'}
          onClick={() => onStart({ kind: 'add-passkey' })}
        >
          Add a Passkey
        </ActionButton>
        {!authenticator && (
          <ActionButton variant="outline" onClick={() => onStart({ kind: 'add-authenticator' })}>
            Add an Authenticator App
          </ActionButton>
        )}
      </ButtonRow>
      {!isEmpty && (
        <div className={styles.row}>
          <p className={styles.fact}>
            {`${recovery_codes} of ${RECOVERY_CODE_COUNT} recovery codes left`}
          </p>
          <Button variant="outline" size="sm" onClick={() => onStart({ kind: 'renew-codes' })}>
            Make New Codes
          </Button>
        </div>
      )}
    </>
  )
}

interface FactorProps {
  name: string
  madeOn?: string
  times: { created_at: string; last_used_at: string | null }
  onRemove: () => void
}

function Factor({ name, madeOn, times, onRemove }: FactorProps) {
  const { created_at, last_used_at } = times
  return (
    <div className={styles.row}>
      <div className={styles.fact}>
        <p className={styles.device}>
          <span>{name}</span>
        </p>
        <p className={styles.times}>
          {madeOn && <span>{`Created with ${madeOn}`}</span>}
          <span>{`Added on ${formatLongDay(created_at)}`}</span>
          <span>
            {last_used_at ? `Last used ${formatAge(last_used_at, now())}` : 'Not used yet'}
          </span>
        </p>
      </div>
      <Button variant="outline" size="sm" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </div>
  )
}
