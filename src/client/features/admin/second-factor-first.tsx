import { ButtonLink } from '#client/ui/button-link.tsx'
import { LockedDashboard } from './locked-dashboard.tsx'

/** The page that an administrator without a second factor sees instead of the dashboard. */
export function SecondFactorFirst() {
  return (
    <LockedDashboard title="Set up a second factor first">
      <p>
        The dashboard opens once a passkey or an authenticator app protects your account, together
        with your password.
      </p>
      <ButtonLink to="/account">Open Account Settings</ButtonLink>
    </LockedDashboard>
  )
}
