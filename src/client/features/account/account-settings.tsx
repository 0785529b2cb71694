import { SavedState } from '#client/saved-state.tsx'
import { useAccount } from '#client/use-account.ts'
import { AccountInformation } from './account-information.tsx'
import { AccountStatus } from './account-status.tsx'
import { ChangePassword } from './change-password.tsx'
import { ProfilePicture } from './profile-picture.tsx'

export function AccountSettings() {
  const { account, askedAt, hasFailed, askAgain } = useAccount()
  if (!account) return <p>Please log in to view account settings.</p>
  const { user } = account
  return (
    <>
      <SavedState
        needing="Changing your account needs"
        failure="Failed to load your account"
        askedAt={askedAt}
        hasFailed={hasFailed}
        onRetry={askAgain}
      />
      <ProfilePicture user={user} />
      <AccountInformation user={user} />
      <ChangePassword email={user.email} />
      <AccountStatus user={user} />
    </>
  )
}
