import { Button } from '@chakra-ui/react/button'
import { useState } from 'react'
import { now } from '#client/browser/clock.ts'
import { StaleDataNotice } from '#client/components/stale-data-notice.tsx'
import { useAccount } from '#client/components/use-account.ts'
import { formatLongDay } from '#client/format/days.ts'
import { capitalise } from '#client/format/format.ts'
import { Card } from '#client/ui/card.tsx'
import { Dialog } from '#client/ui/chakra/dialog.tsx'
import { useReturningFocus } from '#client/ui/focus.ts'
import { OutcomeMessage, useOutcome } from '#client/ui/outcome.tsx'
import { hasListingAccess } from '#contract/access.ts'
import type { User } from '#contract/account.ts'
import styles from './account.module.css'
import { AlertsCard } from './alerts-card.tsx'
import { DeletionForm } from './deletion-form.tsx'
import { DisplaySettings } from './display-settings.tsx'
import { EditEmail } from './edit-email.tsx'
import { EditName } from './edit-name.tsx'
import { Editable } from './editable.tsx'
import { Notifications } from './notifications.tsx'
import { OwnData } from './own-data.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfilePicture } from './profile-picture.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SignedIn } from './signed-in.tsx'

interface DeleteAccountProps {
  email: string
  onDeleted: () => void
}

/** Calls `onDeleted` after the account and its session are deleted. */
export function AccountSettings({ onDeleted }: { onDeleted: () => void }) {
  const { account, fetchedAt, hasFailed, refetch } = useAccount()
  if (!account) return <p>Please log in to view account settings.</p>
  const { user } = account
  return (
    <>
      <StaleDataNotice
        needing="Changing your account needs"
        failure="Failed to load your account"
        fetchedAt={fetchedAt}
        hasFailed={hasFailed}
        onRetry={refetch}
      />
      <ProfilePicture user={user} />
      <AccountInformation user={user} />
      <DisplaySettings display={account.display} />
      {hasListingAccess(account, now()) && (
        <>
          <AlertsCard />
          <Notifications />
        </>
      )}
      <ChangePassword user={user} />
      {user.role === 'admin' && <SecondFactorCard user={user} />}
      <SignedIn />
      <AccountStatus user={user} />
      <OwnData />
      <DeleteAccount email={user.email} onDeleted={onDeleted} />
    </>
  )
}

function AccountInformation({ user }: { user: User }) {
  const [outcome, setOutcome] = useOutcome()
  return (
    <Card title="Account Information">
      <div className={styles.rows}>
        <OutcomeMessage outcome={outcome} />
        <Editable label="Full Name" value={user.name} onEdit={() => setOutcome(null)}>
          {(close) => <EditName name={user.name} onOutcome={setOutcome} onClose={close} />}
        </Editable>
        <Editable label="Email Address" value={user.email} onEdit={() => setOutcome(null)}>
          {(close) => <EditEmail email={user.email} onOutcome={setOutcome} onClose={close} />}
        </Editable>
        <dl className={styles.facts}>
          <dt>Account Type</dt>
          <dd>{capitalise(user.role)}</dd>
          <dt>Member Since</dt>
          <dd>{formatLongDay(user.created_at)}</dd>
        </dl>
      </div>
    </Card>
  )
}

function AccountStatus({ user: { is_active, updated_at } }: { user: User }) {
  return (
    <Card title="Account Status">
      <p className={is_active ? styles.active : styles.inactive}>
        {`Account is ${is_active ? 'Active' : 'Inactive'}`}
      </p>
      <p className={styles.soft}>{`Last updated ${formatLongDay(updated_at)}`}</p>
    </Card>
  )
}

function ChangePassword({ user }: { user: User }) {
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

function DeleteAccount({ email, onDeleted }: DeleteAccountProps) {
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
