import type { ComponentProps } from 'react'
import { Field } from '#client/ui/field.tsx'
import styles from './auth.module.css'

const LENGTH = 6

type CodeFieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'onChange'> & {
  onChange: () => void
}

/** Takes the digits of whatever is typed or pasted, as many as a code has. */
export function CodeField({ onChange, ...field }: CodeFieldProps) {
  return (
    <Field
      label="Verification Code"
      inputMode="numeric"
      autoComplete="one-time-code"
      className={styles.code}
      onChange={({ currentTarget: input }) => {
        const digits = input.value.replaceAll(/[^0-9]/g, '').slice(0, LENGTH)
        // Setting what is there already would only move the caret.
        if (digits !== input.value) input.value = digits
        onChange()
      }}
      {...field}
    />
  )
}
