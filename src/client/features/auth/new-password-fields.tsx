import { Field, type FieldProps } from '#client/ui/field.tsx'
import { MIN_PASSWORD_LENGTH } from '#contract/choices.ts'

interface NewPasswordFieldsProps {
  label: string
  confirmationLabel: string
  field: (name: 'password' | 'confirmation') => Partial<FieldProps>
}

export function NewPasswordFields({ label, confirmationLabel, field }: NewPasswordFieldsProps) {
  return (
    <>
      <Field
        label={label}
        type="password"
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        {...field('password')}
      />
      <Field
        label={confirmationLabel}
        type="password"
        autoComplete="new-password"
        {...field('confirmation')}
      />
    </>
  )
}
