import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { changeName } from '#client/data/account-changes.ts'
import { Field } from '#client/ui/field.tsx'
import { takeFocus } from '#client/ui/focus.ts'
import { useForm } from '#client/ui/use-form.ts'
import { Name } from '#contract/fields.ts'
import { EditForm } from './edit-form.tsx'
import { type OnOutcome, outcomesOf } from './outcomes.ts'

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
  const { mutate, isPending } = useMutation(changeName)
  const { field, onSubmit } = useForm(NameChange)
  const outcomes = outcomesOf(onOutcome, {
    success: 'Name updated successfully!',
    failure: 'Failed to update name',
    onClose,
  })
  return (
    <EditForm
      isPending={isPending}
      onCancel={onClose}
      onSubmit={onSubmit((values) => {
        onOutcome(null)
        mutate(values.name, outcomes)
      })}
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
