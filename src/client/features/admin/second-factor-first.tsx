import { ButtonLink } from '#client/ui/button-link.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { useDarkScheme } from './dashboard.tsx'

/** The page that an administrator without a second factor sees instead of the dashboard. */
export function SecondFactorFirst() {
  useDarkScheme()
  return (
    <>
      <PageTitle>Admin Dashboard</PageTitle>
      <h1 className="visually-hidden">Admin Dashboard</h1>
      <EmptyState
        title="Set up a second factor first"
        drawing={
          <>
            <rect x="38" y="40" width="44" height="34" rx="4" />
            <path d="M46 40V30a14 14 0 0 1 28 0v10M60 53v8" />
          </>
        }
      >
        <p>
          The dashboard opens once a passkey or an authenticator app protects your account, together
          with your password.
        </p>
        <ButtonLink to="/account">Open Account Settings</ButtonLink>
      </EmptyState>
    </>
  )
}
