import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { Sheet, SheetBody } from '#client/ui/sheet.tsx'
import styles from './device.module.css'

interface RemoveButtonProps {
  label: string
  title: string
  consequence: string
  confirm: string
  decline: string
  onConfirm: () => void
}

/** Asks for confirmation before it removes saved data. */
export function RemoveButton({ label, title, consequence, ...answers }: RemoveButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" className={styles.remove} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Sheet title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <SheetBody>
          <p>{consequence}</p>
          <ButtonRow>
            <Button
              variant="danger"
              onClick={() => {
                setOpen(false)
                answers.onConfirm()
              }}
            >
              {answers.confirm}
            </Button>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {answers.decline}
            </Button>
          </ButtonRow>
        </SheetBody>
      </Sheet>
    </>
  )
}
