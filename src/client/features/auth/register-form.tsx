import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { failureMessage } from '#client/api/failures.ts'
import { EmailTaken, register } from '#client/data/auth.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { Email, Name, NewPassword } from '#contract/fields.ts'
import styles from './auth.module.css'
import { newAccount } from './new-account.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { usePreloadedRequests } from './use-preloaded-requests.ts'

const Registration = z.object({
  name: Name,
  email: Email,
  password: NewPassword,
  confirmation: z.string(),
})

function comparePasswords({ password, confirmation }: Record<string, unknown>) {
  return password === confirmation ? {} : { confirmation: 'Passwords do not match' }
}

/**
 * Creates an account, then opens the login page. After signing in, the person returns to `from`.
 */
export function RegisterForm({ from }: { from: string | undefined }) {
  usePreloadedRequests()
  const navigate = useNavigate()
  const { field, onSubmit, setError } = useForm(Registration, comparePasswords)
  const { mutate, reset, isPending, error } = useMutation({
    ...register,
    onSuccess: (_, { email, password }) => {
      newAccount.remember({ email, password })
      return navigate({
        to: '/login',
        search: { from },
        state: { message: 'Account created successfully! Please log in to continue.' },
      })
    },
    onError: (error) => {
      if (!(error instanceof EmailTaken)) return
      setError('email', 'This email is already registered. Please use a different email.')
    },
  })

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={onSubmit(({ name, email, password }) => mutate({ name, email, password }), reset)}
    >
      {error && (
        <Alert type="error">
          {error instanceof EmailTaken
            ? error.message
            : failureMessage(error, 'Registration failed')}
        </Alert>
      )}
      <Field label="Full Name" autoComplete="name" {...field('name')} />
      <Field label="Email" type="email" autoComplete="username" {...field('email')} />
      <NewPasswordFields label="Password" confirmationLabel="Confirm Password" field={field} />
      <Button type="submit" wide disabled={isPending}>
        {isPending ? 'Creating your account…' : 'Create Account'}
      </Button>
    </form>
  )
}
