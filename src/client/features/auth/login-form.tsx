import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { login } from '#client/account-session/login.ts'
import { failureMessage } from '#client/api/failures.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import styles from './auth.module.css'
import { usePreloadedRequests } from './use-preloaded-requests.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The email address of an account that was just created. The login form is prefilled with this
     * address.
     */
    email?: string
  }
}

/** Import the schema lazily, so that the form renders before the schema's code arrives. */
const credentials = async () => (await import('./credentials.ts')).Credentials

/** Signs in. Then the route guards decide which page to open. */
export function LoginForm() {
  usePreloadedRequests()
  const { mutate, reset, isPending, error } = useMutation(login)
  const { field, onSubmit } = useForm(credentials)
  const email = useLocation({ select: ({ state }) => state.email })

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={onSubmit(({ email, password }) => mutate({ username: email, password }), reset)}
    >
      {error && <Alert type="error">{failureMessage(error, 'Login failed')}</Alert>}
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        {...field('email')}
      />
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
