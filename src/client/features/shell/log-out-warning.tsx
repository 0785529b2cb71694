import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import styles from './log-out-warning.module.css'

export interface LogOutWarningProps {
  isOpen: boolean
  title: string
  /** What logging out now would lose. */
  children: ReactNode
  onStay: () => void
  onLeave: () => void
}

/** Asks before logging out would lose data. */
export function LogOutWarning({ isOpen, title, children, onStay, onLeave }: LogOutWarningProps) {
  return (
    <Sheet title={title} isOpen={isOpen} onClose={onStay}>
      <div className={styles.warning}>
        {children}
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
