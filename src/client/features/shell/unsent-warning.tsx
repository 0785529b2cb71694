import { Button } from '#client/ui/button.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import styles from './unsent-warning.module.css'

interface UnsentWarningProps {
  /** How many changes would be lost; 0 when there is nothing to warn about. */
  count: number
  onStay: () => void
  onLeave: () => void
}

/** Before somebody logs out who changed favorites without a connection. */
export function UnsentWarning({ count, onStay, onLeave }: UnsentWarningProps) {
  return (
    <Sheet title="Not everything is sent yet" isOpen={count > 0} onClose={onStay}>
      <div className={styles.warning}>
        <p>
          {count === 1 ? 'One change' : `${count} changes`} of your favorites could not be sent. If
          you log out now, {count === 1 ? 'it is' : 'they are'} lost.
        </p>
        <ButtonRow>
          <Button onClick={onStay}>Stay signed in</Button>
          <Button variant="secondary" onClick={onLeave}>
            Log out anyway
          </Button>
        </ButtonRow>
      </div>
    </Sheet>
  )
}
