import { Button } from '#client/ui/button.tsx'
import { Sheet, SheetBody } from '#client/ui/sheet.tsx'

/** The login page opens, whether the person presses OK or closes the dialog in another way. */
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
