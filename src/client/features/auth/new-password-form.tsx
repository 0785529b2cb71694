import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { failureMessage } from '#client/api.ts'
import { resetPassword } from '#client/data/auth.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { Field } from '#client/ui/field.tsx'
import { takeFocus } from '#client/ui/focus.ts'
import { useFilled } from '#client/ui/use-filled.ts'
import { useForm } from '#client/ui/use-form.ts'
import { MIN_PASSWORD_LENGTH, NewPassword, ResetCode } from '#contract/fields.ts'
import styles from './auth.module.css'
import { CodeField } from './code-field.tsx'
import { PasswordUpdated } from './password-updated.tsx'

const Reset = z.object({ code: ResetCode, password: NewPassword, confirmation: z.string() })

function comparePasswords({ password, confirmation }: Record<string, unknown>) {
  return password === confirmation ? {} : { confirmation: 'Passwords do not match.' }
}

interface NewPasswordFormProps {
  /** Where the code was asked for. */
  email: string
  /** What was said to that. */
  message: string
  onBack: () => void
  onDone: () => void
}

export function NewPasswordForm({ email, message, onBack, onDone }: NewPasswordFormProps) {
  const { mutate, isPending, isSuccess, error } = useMutation(resetPassword)
  const { field, onSubmit } = useForm(Reset, comparePasswords)
  const { isFilled, onChange } = useFilled()

  return (
    <>
      <form
        className={styles.form}
        noValidate
        onChange={onChange}
        onSubmit={onSubmit(({ code, password }) => mutate({ email, code, new_password: password }))}
      >
        {error ? (
          <Alert type="error">{failureMessage(error, 'Failed to reset password')}</Alert>
        ) : (
          <Alert type="info">{message}</Alert>
        )}
        {/* What a password manager files the new password under. */}
        <input hidden readOnly autoComplete="username" name="email" value={email} />
        <CodeField ref={takeFocus} hint={`For ${email}, within 10 minutes.`} {...field('code')} />
        <Field
          label="New Password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
          {...field('password')}
        />
        <Field
          label="Confirm Password"
          type="password"
          autoComplete="new-password"
          {...field('confirmation')}
        />
        <ButtonRow>
          <Button type="submit" disabled={isPending || !isFilled}>
            {isPending ? 'Updating…' : 'Update password'}
          </Button>
          <Button variant="secondary" disabled={isPending} onClick={onBack}>
            Back
          </Button>
        </ButtonRow>
      </form>
      <PasswordUpdated isOpen={isSuccess} onClose={onDone} />
    </>
  )
}
