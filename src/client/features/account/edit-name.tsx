import * as z from 'zod/mini'
import { changeName } from '#client/data/account-changes.ts'
import { Field } from '#client/ui/field.tsx'
import { takeFocus } from '#client/ui/focus.ts'
import { useForm } from '#client/ui/use-form.ts'
import { Name } from '#contract/fields.ts'
import { EditForm } from './edit-form.tsx'
import { type OnOutcome, useChange } from './use-change.ts'

const NameChange = z.object({
  name: z.pipe(
    z.string().check(z.refine((text) => text.trim() !== '', 'Name cannot be empty')),
    Name,
  ),
})

interface EditNameProps {
  name: string
  onOutcome: OnOutcome
  onClose: () => void
}

export function EditName({ name, onOutcome, onClose }: EditNameProps) {
  const { field, onSubmit } = useForm(NameChange)
  const { submit, isPending } = useChange(changeName, {
    success: 'Name updated successfully!',
    failure: 'Failed to update name',
    onOutcome,
    onClose,
  })
  return (
    <EditForm
      isPending={isPending}
      onCancel={onClose}
      onSubmit={onSubmit(
        ({ name }) => submit(name),
        () => onOutcome(null),
      )}
    >
      <Field
        label="Full Name"
        autoComplete="name"
        defaultValue={name}
        ref={takeFocus}
        {...field('name')}
      />
    </EditForm>
  )
}
