import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
import { Field } from '#client/ui/field.tsx'

export const CurrentPassword = z.string().check(z.minLength(1, 'Current password is required'))

export function CurrentPasswordField(props: Omit<ComponentProps<typeof Field>, 'label'>) {
  return (
    <Field label="Current Password" type="password" autoComplete="current-password" {...props} />
  )
}
