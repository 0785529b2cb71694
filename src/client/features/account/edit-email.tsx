import * as z from 'zod/mini'
import { changeEmail } from '#client/data/account-changes.ts'
import { Field } from '#client/ui/field.tsx'
import { takeFocus } from '#client/ui/focus.ts'
import { useForm } from '#client/ui/use-form.ts'
import { Email } from '#contract/fields.ts'
import { CurrentPassword, CurrentPasswordField } from './current-password.tsx'
import { EditForm } from './edit-form.tsx'
import { type OnOutcome, useChange } from './use-change.ts'

const EmailChange = z.object({
  email: z
    .string()
    .check(z.refine((text) => Email.safeParse(text).success, 'Invalid email address')),
  password: CurrentPassword,
})

interface EditEmailProps {
  email: string
  onOutcome: OnOutcome
  onClose: () => void
}

export function EditEmail({ email, onOutcome, onClose }: EditEmailProps) {
  const { field, onSubmit } = useForm(EmailChange)
  const { submit, isPending } = useChange(changeEmail, {
    success: 'Email updated successfully!',
    failure: 'Failed to update email',
    onOutcome,
    onClose,
  })
  return (
    <EditForm
      isPending={isPending}
      onCancel={onClose}
      onSubmit={onSubmit(submit, () => onOutcome(null))}
    >
      <Field
        label="Email Address"
        type="email"
        autoComplete="email"
        defaultValue={email}
        ref={takeFocus}
        {...field('email')}
      />
      <CurrentPasswordField {...field('password')} />
    </EditForm>
  )
}
