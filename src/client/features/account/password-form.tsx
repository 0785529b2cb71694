import * as z from 'zod/mini'
import { changePassword } from '#client/data/account-changes.ts'
import { Field } from '#client/ui/field.tsx'
import { takeFocus } from '#client/ui/focus.ts'
import { useForm } from '#client/ui/use-form.ts'
import { MIN_PASSWORD_LENGTH, NewPassword } from '#contract/fields.ts'
import { EditForm } from './edit-form.tsx'
import { type OnOutcome, useChange } from './use-change.ts'

const Passwords = z.object({ current: z.string(), chosen: z.string(), confirmation: z.string() })
type Passwords = z.output<typeof Passwords>

/** The first thing that is wrong, at the field to change. */
function findFault(values: Record<string, unknown>): Partial<Passwords> {
  const { current, chosen, confirmation } = Passwords.parse(values)
  const required = 'All password fields are required'
  if (current === '') return { current: required }
  if (chosen === '') return { chosen: required }
  if (confirmation === '') return { confirmation: required }
  if (chosen !== confirmation) return { confirmation: 'New passwords do not match' }
  if (chosen.length < MIN_PASSWORD_LENGTH) {
    return { chosen: `Password must be at least ${MIN_PASSWORD_LENGTH} characters long` }
  }
  const fault = NewPassword.safeParse(chosen).error?.issues[0]?.message
  return fault ? { chosen: fault } : {}
}

interface PasswordFormProps {
  email: string
  onOutcome: OnOutcome
  onClose: () => void
}

export function PasswordForm({ email, onOutcome, onClose }: PasswordFormProps) {
  const { field, onSubmit } = useForm(Passwords, findFault)
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
      onSubmit={onSubmit(({ current, chosen }) =>
        submit({ current_password: current, new_password: chosen }),
      )}
    >
      {/* What a password manager files the new password under. */}
      <input hidden readOnly autoComplete="username" name="email" value={email} />
      <Field
        label="Current Password"
        type="password"
        autoComplete="current-password"
        ref={takeFocus}
        {...field('current')}
      />
      <Field
        label="New Password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        {...field('chosen')}
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
