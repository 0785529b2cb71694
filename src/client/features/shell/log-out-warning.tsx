import { Button } from '@chakra-ui/react/button'
import { DialogBody } from '@chakra-ui/react/dialog'
import type { ReactNode } from 'react'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { Dialog } from '#client/ui/chakra/dialog.tsx'

export interface LogOutWarningProps {
  isOpen: boolean
  title: string
  /** Names the data that the person would lose by logging out now. */
  children: ReactNode
  onStay: () => void
  onLeave: () => void
}

/** A dialog that asks for confirmation. It opens if the person would lose data by logging out. */
export function LogOutWarning({ isOpen, title, children, onStay, onLeave }: LogOutWarningProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onStay}>
      <DialogBody>
        {children}
        <ButtonRow>
          <Button onClick={onStay}>Stay signed in</Button>
          <Button variant="outline" onClick={onLeave}>
            Log out anyway
          </Button>
        </ButtonRow>
      </DialogBody>
    </Dialog>
  )
}
