import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, redirect, useLocation } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { accountQuery, findHome } from '#client/data/account.ts'
import { LoginForm } from '#client/features/auth/login-form.tsx'
import { parseReturn } from '#client/features/auth/return-path.ts'
import { session } from '#client/session/session.ts'
import { Alert } from '#client/ui/alert.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { FlashMessage } from '#client/ui/flash-message.tsx'
import { useIsInstalled } from '#client/ui/installed.ts'
import { VerandaPage } from '#client/ui/veranda-page.tsx'

export const Route = createFileRoute('/login')({
  validateSearch: parseReturn,
  beforeLoad: ({ context, search: { from } }) => {
    // Redirects a person who is signed in. The guard runs again after each login, so it also
    // redirects a person who has just signed in.
    if (session.token()) throw redirect({ href: placeAfter(from, context), replace: true })
  },
  component: LoginPage,
})

/**
 * Matches the paths of pages that need a subscription. Excludes links to shared listings, because
 * people without a subscription see a preview at such a link.
 */
const NEEDS_SUBSCRIPTION = /^\/(favorites|listings(?!\?listing=))\b/

/**
 * The page to open after signing in. This is the renewal page if the requested page needs a
 * subscription and the person's subscription has ended. It is the account page if the person must
 * set up a second factor.
 */
function placeAfter(from: string | undefined, { queryClient }: { queryClient: QueryClient }) {
  const account = queryClient.getQueryData(accountQuery.queryKey)
  // The endpoints of administrators do not answer before the setup.
  if (account?.needs_second_factor) return '/account'
  const place = from ?? '/listings'
  const home = account && NEEDS_SUBSCRIPTION.test(place) && findHome(queryClient, account)
  return home === '/subscription/renew' ? home : place
}

/** What the product is, in one sentence, for people who do not know it. */
const INTRODUCTION =
  'Vacant houses for sale all over Japan, in English: find one, save it, and visit it even without a signal.'

/** The cookie does not change while the page is open. */
const neverChanges = () => () => {}

function LoginPage() {
  const { from } = Route.useSearch()
  // An installed app starts at the favorites page. On some devices, the app and the browser have
  // separate sessions. So a person who has signed in with the browser must sign in again in the
  // app.
  const isNewApp = useIsInstalled() && from === '/favorites'
  const message = useLocation({ select: ({ state }) => state.message })
  const [hasMessage] = useState(message !== undefined)
  // The server renders this page for visitors, so hydration must begin with `false`.
  const wasEvicted = useSyncExternalStore(neverChanges, session.wasEvicted, () => false)
  // Somebody who opens the login page without a purpose may not know the product yet.
  const isIntroduced = from === undefined && !hasMessage && !session.wasRefused() && !wasEvicted
  return (
    <VerandaPage
      title="Welcome Back"
      lead={
        isNewApp
          ? 'Sign in once on this device. Then “Save for offline” saves your favorites and their photos here. They then open even without a signal.'
          : isIntroduced
            ? INTRODUCTION
            : 'Sign in to see every house.'
      }
      links={
        <>
          <li>
            <Link to="/forgot-password">Forgot password?</Link>
          </li>
          <li>
            New here?{' '}
            <Link to="/register" search={{ from }}>
              Create an account
            </Link>
          </li>
          {!isIntroduced && (
            <li>
              Only looking? <Link to="/free-preview">See ten houses free</Link>
            </li>
          )}
        </>
      }
    >
      {isIntroduced && (
        <ButtonLink to="/free-preview" variant="secondary" wide>
          See ten houses free
        </ButtonLink>
      )}
      <FlashMessage />
      {session.wasRefused() && (
        <Alert type="info">
          You were logged out. The session was ended on another device or by an administrator, or
          its time was up: signing in lasts 30 days, or 12 hours for administrators.
        </Alert>
      )}
      {wasEvicted && (
        <Alert type="info">
          Your browser has deleted everything that Engawa had saved on this device. Sign in again:
          your account still has your favorites and notes, except changes that were not sent yet.
        </Alert>
      )}
      <LoginForm />
    </VerandaPage>
  )
}
