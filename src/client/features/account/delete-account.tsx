import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
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
          <Button variant="secondary" onClick={() => setOpen(true)}>
            Delete Account…
          </Button>
        </div>
      </div>
      <Sheet title="Delete your account?" isOpen={isOpen} onClose={close}>
        <DeletionForm email={email} onDeleted={onDeleted} onCancel={close} />
      </Sheet>
    </Card>
  )
}
