import { ButtonLink } from '#client/ui/button-link.tsx'
import type { Account } from '#contract/account.ts'

/** In place of the registration form, for somebody who has an account and no subscription. */
export function SignedInAlready({ account: { user } }: { account: Account }) {
  return (
    <>
      <p>
        You are signed in as <strong>{user.name}</strong> ({user.email}). Your account is ready; a
        subscription opens the listings.
      </p>
      <ButtonLink wide to="/subscription/manage">
        Manage Subscription
      </ButtonLink>
    </>
  )
}
