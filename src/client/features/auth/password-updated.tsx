import { Button } from '#client/ui/button.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import styles from './auth.module.css'

/** The login page opens, whether the person presses OK or closes the dialog in another way. */
export function PasswordUpdated({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Sheet title="Password updated" isOpen={isOpen} onClose={onClose}>
      <div className={styles.updated}>
        <p>Your password has been updated successfully. Click OK to sign in.</p>
        <Button wide onClick={onClose}>
          OK
        </Button>
      </div>
    </Sheet>
  )
}
