import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { failureMessage } from '#client/api/failures.ts'
import { requestPasswordReset } from '#client/data/auth.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { takeFocus } from '#client/ui/focus.ts'
import { useFilled } from '#client/ui/use-filled.ts'
import { useForm } from '#client/ui/use-form.ts'
import { Email } from '#contract/fields.ts'
import styles from './auth.module.css'
import { usePreloadedRequests } from './use-preloaded-requests.ts'

const CodeRequest = z.object({ email: Email })
/** Shown when the server's response contains no message. */
const CODE_REQUESTED = 'If the email exists, a verification code has been sent.'

interface RequestCodeFormProps {
  /** The email address that the person typed before going back to this step. */
  email: string
  onSent: (sent: { email: string; message: string }) => void
}

export function RequestCodeForm({ email, onSent }: RequestCodeFormProps) {
  usePreloadedRequests()
  const { mutate, reset, isPending, error } = useMutation(requestPasswordReset)
  const { field, onSubmit } = useForm(CodeRequest)
  const { isFilled, onChange } = useFilled(email !== '')

  return (
    <form
      className={styles.form}
      noValidate
      onChange={onChange}
      onSubmit={onSubmit(
        (input) =>
          mutate(input, {
            onSuccess: ({ message = CODE_REQUESTED }) => onSent({ ...input, message }),
          }),
        reset,
      )}
    >
      {error && <Alert type="error">{failureMessage(error, 'Failed to send code')}</Alert>}
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        defaultValue={email}
        ref={email ? takeFocus : undefined}
        {...field('email')}
      />
      <Button type="submit" wide disabled={isPending || !isFilled}>
        {isPending ? 'Sending…' : 'Send verification code'}
      </Button>
    </form>
  )
}
