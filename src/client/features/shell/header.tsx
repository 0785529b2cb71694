import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccessScope } from '#client/components/use-access-scope.ts'
import { accountQuery } from '#client/data/account.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { useIsInstalled } from '#client/ui/installed.ts'
import { AccountMenu } from './account-menu.tsx'
import { BackButton } from './back-button.tsx'
import styles from './header.module.css'
import { Logo } from './logo.tsx'
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
