import { useId } from 'react'
import * as z from 'zod/mini'
import { refusedField } from '#client/api/failures.ts'
import { ActionButton } from '#client/components/action-button.tsx'
import { capitalise } from '#client/format/format.ts'
import { DialogForm } from '#client/ui/chakra/dialog-form.tsx'
import { Field, Select } from '#client/ui/field.tsx'
import { takeFocusInDialog } from '#client/ui/focus.ts'
import { useForm } from '#client/ui/use-form.ts'
import { MIN_ADMIN_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, ROLES } from '#contract/choices.ts'
import { Email, Name, NewPassword } from '#contract/fields.ts'
import type { UserSummary } from '#contract/users.ts'

const LENGTH = `At least ${MIN_PASSWORD_LENGTH} characters, ${MIN_ADMIN_PASSWORD_LENGTH} for administrators`

const UserFields = z.object({
  name: Name,
  email: Email,
  password: z.pipe(
    z.transform((text) => text || undefined),
    z.optional(NewPassword),
  ),
  role: z.enum(ROLES),
})
type UserFields = z.output<typeof UserFields>
const NAMES = ['name', 'email', 'password', 'role'] as const

interface UserFormProps {
  /** The user to edit; undefined for a new one. */
  user?: UserSummary
  /**
   * Whether the account belongs to the signed-in administrator. In this case, only the name can be
   * changed here.
   */
  isOwn?: boolean
  /** The label of the submit button. */
  action: string
  isPending: boolean
  onSend: (values: UserFields, onRefused: (error: Error) => void) => void
  onCancel: () => void
}

export function UserForm({
  user,
  isOwn = false,
  action,
  isPending,
  onSend,
  onCancel,
}: UserFormProps) {
  const { field, onSubmit, setError } = useForm(UserFields, ({ password }) =>
    user || password !== '' ? {} : { password: 'Password is required' },
  )
  const elsewhere = isOwn ? 'Change your own email and password in Account Settings' : undefined
  const ownRole = useId()

  function onRefused(error: Error) {
    const name = refusedField(error, NAMES)
    if (name) setError(name, error.message)
  }

  return (
    <DialogForm
      onSubmit={onSubmit((values) => onSend(values, onRefused))}
      onCancel={onCancel}
      action={
        <ActionButton type="submit" isPending={isPending}>
          {isPending ? 'Saving…' : action}
        </ActionButton>
      }
    >
      <Field
        label="Name"
        autoComplete="off"
        defaultValue={user?.name}
        ref={takeFocusInDialog}
        {...field('name')}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="off"
        defaultValue={user?.email}
        readOnly={isOwn}
        hint={elsewhere}
        {...field('email')}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        readOnly={isOwn}
        hint={elsewhere ?? (user ? `${LENGTH}, or leave blank to keep unchanged` : LENGTH)}
        {...field('password')}
      />
      {/* Browsers do not submit a disabled control, so this hidden field sends the role. */}
      {isOwn && <input type="hidden" name="role" value={user?.role} />}
      <Select
        label="Role"
        defaultValue={user?.role ?? 'user'}
        disabled={isOwn}
        hint={isOwn && 'You cannot remove your own administrator role'}
        {...field('role')}
        {...(isOwn && { name: ownRole })}
      >
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {capitalise(role)}
          </option>
        ))}
      </Select>
    </DialogForm>
  )
}
