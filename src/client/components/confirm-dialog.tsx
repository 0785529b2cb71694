import type { ReactNode } from 'react'
import { Dialog } from '#client/ui/chakra/dialog.tsx'
import { DialogForm } from '#client/ui/chakra/dialog-form.tsx'
import { ActionButton } from './action-button.tsx'

interface ConfirmDialogProps {
  title: string
  /** The label of the confirm button. */
  action: string
  isOpen: boolean
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
  finalFocus?: () => HTMLElement | null
  /** The consequences of the action. */
  children: ReactNode
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({
  title,
  action,
  isOpen,
  isPending,
  onConfirm,
  onClose,
  finalFocus,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} finalFocus={finalFocus}>
      <DialogForm
        onCancel={onClose}
        action={
          <ActionButton
            colorPalette="danger"
            isPending={isPending}
            // Ignore the second click of a double click, because the person cannot have read the
            // question yet.
            onClick={({ detail }) => detail <= 1 && onConfirm()}
          >
            {action}
          </ActionButton>
        }
      >
        {children}
      </DialogForm>
    </Dialog>
  )
}
