import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccessScope } from '#client/components/use-access-scope.ts'
import { accountQuery } from '#client/data/account.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { BackIcon } from '#client/ui/icons.tsx'
import { useIsInstalled } from '#client/ui/installed.ts'
import { AccountMenu } from './account-menu.tsx'
import styles from './header.module.css'
import { tabsFor } from './navigation.ts'
import { Tabs } from './tabs.tsx'

/** `banner` stays at the bottom of the window, above the tabs. */
export function Header({ banner }: { banner: ReactNode }) {
  const { data: account } = useQuery(accountQuery)
  const isGuest = useAccessScope() === 'shortlist'
  // On the invitation page, pass the path to the login page. Otherwise a person who signs in from
  // the header would not return to the invitation.
  const from = useLocation({
    select: ({ pathname }) => (pathname === '/join' ? pathname : undefined),
  })

  return (
    <header className={styles.header}>
      <div className={styles.row}>
        {useIsInstalled() && <BackButton />}
        <Link className={styles.home} to={account && !isGuest ? '/listings' : '/'}>
          <Logo />
          <span>Engawa</span>
        </Link>
        {account && <Tabs />}
        <div className={styles.end}>
          {account && <AccountMenu account={account} />}
          {account === null && (
            <>
              <ButtonLink variant="quiet" to="/login" search={{ from }}>
                Sign In
              </ButtonLink>
              <ButtonLink to="/register" search={{ from }}>
                Get Started
              </ButtonLink>
            </>
          )}
        </div>
      </div>
      <div className={`${styles.banner} ${account ? styles.aboveTabs : ''}`}>{banner}</div>
    </header>
  )
}

/** A back button for the installed app, which has no browser controls. */
function BackButton() {
  const router = useRouter()
  const { pathname, search } = useLocation()
  // The pages of the tabs, and the login page of visitors, have no back button.
  const isHome = ['/login', ...tabsFor(useAccessScope(), true).map(({ to }) => to)].includes(
    pathname,
  )
  if (isHome && !search.listing) return null

  function goBack() {
    if (router.history.canGoBack()) router.history.back()
    else void router.navigate({ to: isHome ? pathname : '/', replace: true })
  }

  return (
    <button type="button" className={styles.back} aria-label="Back" onClick={goBack}>
      <BackIcon />
    </button>
  )
}

/** The app's logo, a veranda: lintel, two posts and boards, with the sun between them. */
function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" focusable="false">
      <g fill="none" stroke="var(--accent)" strokeWidth="2.2" strokeLinecap="round">
        <path d="M3 7.5h26M7.5 8v12.5M24.5 8v12.5" />
        <path d="M3 20.5h26M5.5 25h21" />
      </g>
      <circle cx="17.5" cy="14.5" r="2.9" fill="var(--highlight)" />
    </svg>
  )
}
