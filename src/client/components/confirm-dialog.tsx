import type { ReactNode } from 'react'
import { Sheet } from '#client/ui/sheet.tsx'
import { SheetForm } from '#client/ui/sheet-form.tsx'
import { ActionButton } from './action-button.tsx'

interface QuestionSheetProps {
  title: string
  /** What the button says that does it. */
  action: string
  isOpen: boolean
  isPending: boolean
  onConfirm: () => void
  onClose: () => void
  /** What follows from it. */
  children: ReactNode
}

/** Asks before something is done that cannot be undone, and says what follows. */
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
            // The second click of a double one has not read what it says.
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
