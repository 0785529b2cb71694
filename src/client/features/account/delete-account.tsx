import { Button } from '@chakra-ui/react/button'
import { useState } from 'react'
import { Card } from '#client/ui/card.tsx'
import { Dialog } from '#client/ui/chakra/dialog.tsx'
import styles from './account.module.css'
import { DeletionForm } from './deletion-form.tsx'

interface DeleteAccountProps {
  email: string
  onDeleted: () => void
}

export function DeleteAccount({ email, onDeleted }: DeleteAccountProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Card title="Delete Account">
      <div className={styles.rows}>
        <p className={styles.soft}>Permanently deletes your account and everything in it.</p>
        <div>
          <Button variant="outline" onClick={() => setOpen(true)}>
            Delete Account…
          </Button>
        </div>
      </div>
      <Dialog title="Delete your account?" isOpen={isOpen} onClose={close}>
        <DeletionForm email={email} onDeleted={onDeleted} onCancel={close} />
      </Dialog>
    </Card>
  )
}
