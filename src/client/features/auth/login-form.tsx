import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { login } from '#client/account-session/login.ts'
import { failureMessage } from '#client/api/failures.ts'
import { lazyPart } from '#client/components/lazy-part.tsx'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import styles from './auth.module.css'
import { newAccount } from './new-account.ts'
import { usePreloadedRequests } from './use-preloaded-requests.ts'

/** Only people with a second factor load this code, at the second step. */
const SecondStep = lazyPart(async () => ({
  default: (await import('./second-step.tsx')).SecondStep,
}))

/** Import the schema lazily, so that the form renders before the schema's code arrives. */
const credentials = async () => (await import('./credentials.ts')).Credentials

/**
 * Signs in. Then the route guards decide which page to open. After a registration, the form is
 * already filled in, until the person leaves the page.
 */
export function LoginForm() {
  usePreloadedRequests()
  const { mutate, reset, isPending, error, data: secondStep } = useMutation(login)
  const [refusal, setRefusal] = useState<string>()
  const { field, onSubmit } = useForm(credentials)
  const [created] = useState(newAccount.read)
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Set the property, because React writes a default value into the markup as an attribute.
    if (created && password.current) password.current.value = created.password
    return newAccount.forget
  }, [created])

  function forget() {
    setRefusal(undefined)
    reset()
  }

  if (secondStep) {
    return (
      <SecondStep
        step={secondStep}
        onRestart={(sentence) => {
          setRefusal(sentence)
          reset()
        }}
      />
    )
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={onSubmit(({ email, password }) => mutate({ username: email, password }), forget)}
    >
      {error && <Alert type="error">{failureMessage(error, 'Login failed')}</Alert>}
      {refusal && <Alert type="error">{refusal}</Alert>}
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        defaultValue={created?.email}
        {...field('email')}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        ref={password}
        {...field('password')}
      />
      <Button type="submit" wide disabled={isPending}>
        {isPending ? 'Signing in…' : 'Sign In'}
      </Button>
    </form>
  )
}
