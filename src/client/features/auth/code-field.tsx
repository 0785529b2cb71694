import type { ComponentProps } from 'react'
import { Field } from '#client/ui/field.tsx'
import styles from './auth.module.css'

const LENGTH = 6

type CodeFieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'onChange'> & {
  /** `Verification Code` by default. */
  label?: string
  onChange: () => void
}

/** Keeps only the digits of the typed or pasted text, up to the length of a code. */
export function CodeField({ label = 'Verification Code', onChange, ...field }: CodeFieldProps) {
  return (
    <Field
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      className={styles.code}
      onChange={({ currentTarget: input }) => {
        const digits = input.value.replaceAll(/[^0-9]/g, '').slice(0, LENGTH)
        // Do not set the same value again, because setting it would move the caret.
        if (digits !== input.value) input.value = digits
        onChange()
      }}
      {...field}
    />
  )
}
