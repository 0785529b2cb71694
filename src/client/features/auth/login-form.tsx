import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { failureMessage } from '#client/api.ts'
import { login } from '#client/data/auth.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { Email, Password } from '#contract/fields.ts'
import styles from './auth.module.css'

const Credentials = z.object({ email: Email, password: Password })

/** Signs in; where that leads is for the guards to say. */
export function LoginForm() {
  const { mutate, isPending, error } = useMutation(login)
  const { field, onSubmit } = useForm(Credentials)

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={onSubmit(({ email, password }) => mutate({ username: email, password }))}
    >
      {error && <Alert type="error">{failureMessage(error, 'Login failed')}</Alert>}
      <Field label="Email" type="email" autoComplete="username" {...field('email')} />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        {...field('password')}
      />
      <Button type="submit" wide disabled={isPending}>
        {isPending ? 'Signing in…' : 'Sign In'}
      </Button>
    </form>
  )
}
