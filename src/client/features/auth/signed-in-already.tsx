import { useQueryClient } from '@tanstack/react-query'
import { findHome } from '#client/data/account.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { VerandaPage } from '#client/ui/veranda-page.tsx'
import type { Account } from '#contract/account.ts'

const STEPS = {
  '/listings': {
    title: 'You are signed in',
    lead: 'Every listing is open to you.',
    action: 'View Listings',
  },
  '/subscription/renew': {
    title: 'Welcome Back',
    lead: 'Your subscription has ended.',
    action: 'Renew Subscription',
  },
  '/subscription/manage': {
    title: 'Create Account',
    lead: 'Your account is ready. One step is left: your subscription.',
    action: 'Manage Subscription',
  },
}

/**
 * Replaces the registration form for people who already have an account, and offers the next step.
 */
export function SignedInAlready({ account }: { account: Account }) {
  const { user, subscription } = account
  const home = findHome(useQueryClient(), account)
  const to = home === '/listings' || home === '/subscription/renew' ? home : '/subscription/manage'
  const { title, lead, action } = STEPS[to]
  const isNew = user.role !== 'admin' && !subscription
  return (
    <VerandaPage title={title} lead={lead}>
      <p>
        You are signed in as{' '}
        <strong translate="no">
          <Bilingual>{user.name}</Bilingual>
        </strong>{' '}
        <span translate="no">{`(${user.email})`}</span>
        <span>{`.${isNew ? ' A subscription opens the listings.' : ''}`}</span>
      </p>
      <ButtonLink wide to={to}>
        {action}
      </ButtonLink>
    </VerandaPage>
  )
}
