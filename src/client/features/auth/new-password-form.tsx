import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { failureMessage } from '#client/api/failures.ts'
import { CodeNotValid, resetPassword } from '#client/data/auth.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { takeFocus } from '#client/ui/focus.ts'
import { HiddenUsername } from '#client/ui/hidden-username.tsx'
import { Sheet, SheetBody } from '#client/ui/sheet.tsx'
import { useFilled } from '#client/ui/use-filled.ts'
import { useForm } from '#client/ui/use-form.ts'
import { NewPassword, ResetCode } from '#contract/fields.ts'
import styles from './auth.module.css'
import { CodeField } from './code-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { usePreloadedRequests } from './use-preloaded-requests.ts'

export const PASSWORD_UPDATED = 'Password updated.'

const Reset = z.object({ code: ResetCode, password: NewPassword, confirmation: z.string() })

function comparePasswords({ password, confirmation }: Record<string, unknown>) {
  return password === confirmation ? {} : { confirmation: 'Passwords do not match.' }
}

interface NewPasswordFormProps {
  /** The email address to which the server mailed the reset code. */
  email: string
  /** The server's response to the request for a reset code, as a sentence. */
  message: string
  onBack: () => void
  onDone: () => void
}

export function NewPasswordForm({ email, message, onBack, onDone }: NewPasswordFormProps) {
  usePreloadedRequests()
  const { mutate, reset, isPending, isSuccess, error } = useMutation(resetPassword)
  const { field, onSubmit } = useForm(Reset, comparePasswords)
  const { isFilled, onChange } = useFilled()

  return (
    <>
      <form
        className={styles.form}
        noValidate
        onChange={onChange}
        onSubmit={onSubmit(
          ({ code, password }) => mutate({ email, code, new_password: password }),
          reset,
        )}
      >
        <Outcome {...{ error, isSuccess, message }} />
        <HiddenUsername email={email} />
        <CodeField
          ref={takeFocus}
          hint={`The code for ${email} works for 10 minutes.`}
          {...field('code')}
        />
        <NewPasswordFields
          label="New Password"
          confirmationLabel="Confirm Password"
          field={field}
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

interface OutcomeProps extends Pick<NewPasswordFormProps, 'message'> {
  error: Error | null
  isSuccess: boolean
}

function Outcome({ error, isSuccess, message }: OutcomeProps) {
  if (isSuccess) return <Alert type="success">{PASSWORD_UPDATED}</Alert>
  if (!error) return <Alert type="info">{message}</Alert>
  return (
    <Alert type="error">
      {error instanceof CodeNotValid
        ? error.message
        : failureMessage(error, 'Failed to reset password')}
    </Alert>
  )
}

/**
 * `onClose` opens the login page. It is called when the person presses OK, and also when they close
 * the dialog with Escape or Back.
 */
function PasswordUpdated({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Sheet title="Password updated" isOpen={isOpen} onClose={onClose}>
      <SheetBody>
        <p>Your password has been updated successfully. Click OK to sign in.</p>
        <Button wide onClick={onClose}>
          OK
        </Button>
      </SheetBody>
    </Sheet>
  )
}
