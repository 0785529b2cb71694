import { Button } from '#client/ui/button.tsx'
import { Sheet, SheetBody } from '#client/ui/sheet.tsx'

/**
 * `onClose` opens the login page. It is called when the person presses OK, and also when they close
 * the dialog with Escape or Back.
 */
export function PasswordUpdated({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Sheet title="Password updated" isOpen={isOpen} onClose={onClose}>
      <SheetBody>
        <p>Your password has been updated successfully. Click OK to sign in.</p>
        <Button wide onClick={onClose}>
          OK
        </Button>
      </SheetBody>
    </Sheet>
  )
}
