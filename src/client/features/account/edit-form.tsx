import { Button } from '@chakra-ui/react/button'
import type { FormEvent, ReactNode } from 'react'
import { ActionButton } from '#client/components/action-button.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import styles from './account.module.css'

interface EditFormProps {
  /** The label of the submit button. `Save` by default. */
  action?: string
  isPending: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onCancel: () => void
  children: ReactNode
}

export function EditForm({
  action = 'Save',
  isPending,
  onSubmit,
  onCancel,
  children,
}: EditFormProps) {
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={onSubmit}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && !isPending) onCancel()
      }}
    >
      {children}
      <ButtonRow>
        <ActionButton type="submit" isPending={isPending}>
          {isPending ? 'Saving…' : action}
        </ActionButton>
        <Button variant="outline" disabled={isPending} onClick={onCancel}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  )
}
