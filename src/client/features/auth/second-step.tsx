import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { confirmByCode, confirmByPasskey } from '#client/account-session/confirm-sign-in.ts'
import { failureMessage, isRefusedAs } from '#client/api/failures.ts'
import { ConnectionReason, ServerButton } from '#client/components/server-button.tsx'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { takeFocus } from '#client/ui/focus.ts'
import type { SecondStep as Step } from '#contract/auth.ts'
import styles from './auth.module.css'
import { CodeField } from './code-field.tsx'

type Method = 'passkey' | 'code' | 'recovery-code'

const REASON = 'second-step-reason'

interface SecondStepProps {
  step: Step
  /** Returns to the password, with a sentence that says why. */
  onRestart: (sentence?: string) => void
}

/** The second step of signing in: asks for the second factor. */
export function SecondStep({ step, onRestart }: SecondStepProps) {
  const [method, setMethod] = useState<Method>(() => firstMethod(step))
  // Only the password starts another sign-in.
  const onError = (error: Error) => {
    if (isRefusedAs(error, 'sign_in_over')) onRestart(error.message)
  }
  const ways: [Method, string, boolean][] = [
    ['passkey', 'Use your passkey', step.passkey !== null],
    ['code', 'Use a code instead', step.has_authenticator],
    ['recovery-code', 'Use a recovery code', true],
  ]
  return (
    <section className={styles.form} aria-label="Second step">
      <ConnectionReason id={REASON} needing="Signing in needs" />
      {method === 'passkey' ? (
        <PasskeyStep step={step} onError={onError} />
      ) : (
        <CodeStep key={method} step={step} method={method} onError={onError} />
      )}
      <div className={styles.ways}>
        {ways.map(
          ([way, label, exists]) =>
            exists &&
            way !== method && (
              <Button key={way} variant="quiet" onClick={() => setMethod(way)}>
                {label}
              </Button>
            ),
        )}
        <Button variant="quiet" onClick={() => onRestart()}>
          Start again
        </Button>
      </div>
    </section>
  )
}

function firstMethod({ passkey, has_authenticator }: Step): Method {
  if (passkey) return 'passkey'
  return has_authenticator ? 'code' : 'recovery-code'
}

interface StepProps {
  step: Step
  onError: (error: Error) => void
}

function PasskeyStep({ step, onError }: StepProps) {
  const { mutate, isPending, error } = useMutation({ ...confirmByPasskey, onError })
  const failure = 'The passkey was not used. Try again, or sign in another way.'
  return (
    <>
      {error && <Alert type="error">{failureMessage(error, failure)}</Alert>}
      <p>Confirm that it is you with your fingerprint, your face, your PIN or a security key.</p>
      <ServerButton
        wide
        ref={takeFocus}
        reasonId={REASON}
        isPending={isPending}
        onClick={() => mutate(step)}
      >
        {isPending ? 'Waiting for your passkey…' : 'Use Your Passkey'}
      </ServerButton>
    </>
  )
}

function CodeStep({ step, method, onError }: StepProps & { method: 'code' | 'recovery-code' }) {
  const { mutate, reset, isPending, error } = useMutation({ ...confirmByCode, onError })
  const { sign_in } = step

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code'))
    mutate(method === 'code' ? { sign_in, code } : { sign_in, recovery_code: code })
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {error && <Alert type="error">{failureMessage(error, 'Login failed')}</Alert>}
      {method === 'code' ? (
        <CodeField
          label="Code from your authenticator app"
          name="code"
          ref={takeFocus}
          onChange={reset}
        />
      ) : (
        <Field
          label="Recovery code"
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          ref={takeFocus}
          onChange={reset}
        />
      )}
      <Button type="submit" wide disabled={isPending}>
        {isPending ? 'Signing in…' : 'Confirm'}
      </Button>
    </form>
  )
}
