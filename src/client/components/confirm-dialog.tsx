import type { ReactNode } from 'react'
import { Sheet } from '#client/ui/sheet.tsx'
import { SheetForm } from '#client/ui/sheet-form.tsx'
import { ActionButton } from './action-button.tsx'

interface QuestionSheetProps {
  title: string
  /** The label of the confirming button. */
  action: string
  isOpen: boolean
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
  /** The consequences of the action. */
  children: ReactNode
}

/** Asks for confirmation before an action that cannot be undone. */
export function QuestionSheet({
  title,
  action,
  isOpen,
  isPending,
  onConfirm,
  onClose,
  children,
}: QuestionSheetProps) {
  return (
    <Sheet title={title} isOpen={isOpen} onClose={onClose}>
      <SheetForm
        onCancel={onClose}
        action={
          <ActionButton
            variant="danger"
            isPending={isPending}
            // Ignore the second click of a double click: nobody has read the question yet.
            onClick={({ detail }) => detail <= 1 && onConfirm()}
          >
            {action}
          </ActionButton>
        }
      >
        {children}
      </SheetForm>
    </Sheet>
  )
}
