import { Button } from '@chakra-ui/react/button'
import { DialogBody } from '@chakra-ui/react/dialog'
import type { FormEvent, ReactNode } from 'react'
import { ButtonRow } from '#client/ui/button-row.tsx'

interface DialogFormProps {
  action: ReactNode
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  onCancel: () => void
  children: ReactNode
}

/** A form in a dialog, with the submit button and a Cancel button below the fields. */
export function DialogForm({ action, onSubmit, onCancel, children }: DialogFormProps) {
  return (
    <DialogBody asChild>
      <form noValidate onSubmit={onSubmit ?? ((event) => event.preventDefault())}>
        {children}
        <ButtonRow>
          {action}
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </DialogBody>
  )
}
