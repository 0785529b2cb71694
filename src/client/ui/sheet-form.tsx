import type { FormEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import { ButtonRow } from './button-row.tsx'
import styles from './sheet-form.module.css'

interface SheetFormProps {
  /** The submit button. */
  action: ReactNode
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  onCancel: () => void
  children: ReactNode
}

/** A form on a sheet, above its two buttons. */
export function SheetForm({ action, onSubmit, onCancel, children }: SheetFormProps) {
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={onSubmit ?? ((event) => event.preventDefault())}
    >
      {children}
      <ButtonRow>
        {action}
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  )
}
