import { StaleDataNotice } from '#client/components/stale-data-notice.tsx'
import { useAccount } from '#client/components/use-account.ts'
import { AccountInformation } from './account-information.tsx'
import { AccountStatus } from './account-status.tsx'
import { ChangePassword } from './change-password.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { DisplaySettings } from './display-settings.tsx'
import { OwnData } from './own-data.tsx'
import { ProfilePicture } from './profile-picture.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SignedIn } from './signed-in.tsx'

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
      <ChangePassword user={user} />
      {user.role === 'admin' && <SecondFactorCard user={user} />}
      <SignedIn />
      <AccountStatus user={user} />
      <OwnData />
      <DeleteAccount email={user.email} onDeleted={onDeleted} />
    </>
  )
}
