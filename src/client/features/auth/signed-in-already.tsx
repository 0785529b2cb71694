import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { findHome } from '#client/data/account.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { VerandaPage } from '#client/ui/veranda-page.tsx'
import type { Account } from '#contract/account.ts'

/** Replaces the registration form for someone with an account, and offers the next step. */
export function SignedInAlready({ account }: { account: Account }) {
  const queryClient = useQueryClient()
  switch (findHome(queryClient, account)) {
    case '/listings':
      return (
        <SignedIn account={account} title="You are signed in" lead="Every listing is open to you.">
          <ButtonLink wide to="/listings">
            View Listings
          </ButtonLink>
        </SignedIn>
      )
    case '/subscription/renew':
      return (
        <SignedIn account={account} title="Welcome Back" lead="Your subscription has ended.">
          <ButtonLink wide to="/subscription/renew">
            Renew Subscription
          </ButtonLink>
        </SignedIn>
      )
    default:
      return (
        <SignedIn account={account} title="Welcome" lead="One step is left.">
          <ButtonLink wide to="/subscription/manage">
            Manage Subscription
          </ButtonLink>
        </SignedIn>
      )
  }
}

interface SignedInProps {
  account: Account
  title: string
  lead: string
  /** Links to the next step. */
  children: ReactNode
}

function SignedIn({ account: { user, subscription }, title, lead, children }: SignedInProps) {
  const isNew = user.role !== 'admin' && !subscription
  return (
    <VerandaPage title={title} lead={lead}>
      <p>
        You are signed in as{' '}
        <strong>
          <Bilingual>{user.name}</Bilingual>
        </strong>{' '}
        ({user.email}).
        {isNew && ' Your account is ready; a subscription opens the listings.'}
      </p>
      {children}
    </VerandaPage>
  )
}
