import * as z from 'zod/mini'
import { changePassword } from '#client/data/account-changes.ts'
import { Field } from '#client/ui/field.tsx'
import { takeFocus } from '#client/ui/focus.ts'
import { HiddenUsername } from '#client/ui/hidden-username.tsx'
import { useForm } from '#client/ui/use-form.ts'
import type { User } from '#contract/account.ts'
import { MIN_ADMIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#contract/choices.ts'
import { NewPassword } from '#contract/fields.ts'
import { CurrentPasswordField } from './current-password.tsx'
import { EditForm } from './edit-form.tsx'
import { type OnOutcome, useChange } from './use-change.ts'

const Passwords = z.object({ current: z.string(), password: z.string(), confirmation: z.string() })
type Passwords = z.output<typeof Passwords>

/**
 * Returns an object with the first error. The key is the name of the input that the person must
 * correct.
 */
function findFault(values: Record<string, unknown>, minLength: number): Partial<Passwords> {
  const { current, password, confirmation } = Passwords.parse(values)
  const required = 'All password fields are required'
  if (current === '') return { current: required }
  if (password === '') return { password: required }
  if (confirmation === '') return { confirmation: required }
  if (password !== confirmation) return { confirmation: 'New passwords do not match' }
  if (password.length < minLength) {
    return { password: `Password must be at least ${minLength} characters long` }
  }
  const fault = NewPassword.safeParse(password).error?.issues[0]?.message
  return fault ? { password: fault } : {}
}

interface PasswordFormProps {
  user: User
  onOutcome: OnOutcome
  onClose: () => void
}

export function PasswordForm({ user, onOutcome, onClose }: PasswordFormProps) {
  const minLength = user.role === 'admin' ? MIN_ADMIN_PASSWORD_LENGTH : MIN_PASSWORD_LENGTH
  const { field, onSubmit } = useForm(Passwords, (values) => findFault(values, minLength))
  const { submit, isPending } = useChange(changePassword, {
    success: 'Password updated successfully!',
    failure: 'Failed to update password',
    onOutcome,
    onClose,
  })
  return (
    <EditForm
      action="Update Password"
      isPending={isPending}
      onCancel={onClose}
      onSubmit={onSubmit(
        ({ current, password }) => submit({ current_password: current, new_password: password }),
        () => onOutcome(null),
      )}
    >
      <HiddenUsername email={user.email} />
      <CurrentPasswordField ref={takeFocus} {...field('current')} />
      <Field
        label="New Password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${minLength} characters.`}
        {...field('password')}
      />
      <Field
        label="Confirm New Password"
        type="password"
        autoComplete="new-password"
        {...field('confirmation')}
      />
    </EditForm>
  )
}
