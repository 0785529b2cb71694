import { Button } from '@chakra-ui/react/button'
import { useState } from 'react'
import { Card } from '#client/ui/card.tsx'
import { useReturningFocus } from '#client/ui/focus.ts'
import { OutcomeMessage, useOutcome } from '#client/ui/outcome.tsx'
import type { User } from '#contract/account.ts'
import styles from './account.module.css'
import { PasswordForm } from './password-form.tsx'

export function ChangePassword({ user }: { user: User }) {
  const [isEditing, setEditing] = useState(false)
  const [outcome, setOutcome] = useOutcome()
  const opener = useReturningFocus(isEditing)
  return (
    <Card title="Change Password">
      <div className={styles.rows}>
        <OutcomeMessage outcome={outcome} />
        {isEditing ? (
          <PasswordForm user={user} onOutcome={setOutcome} onClose={() => setEditing(false)} />
        ) : (
          <>
            <p className={styles.soft}>A new password logs you out on all other devices.</p>
            <div>
              <Button
                variant="outline"
                ref={opener}
                onClick={() => {
                  setOutcome(null)
                  setEditing(true)
                }}
              >
                Change Password
              </Button>
            </div>
          </>
        )}
      </div>
    </Card>
  )
}
