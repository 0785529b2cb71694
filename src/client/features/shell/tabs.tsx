import { Link } from '@tanstack/react-router'
import type { Account } from '#contract/account.ts'
import { placesFor, TABS } from './places.ts'
import styles from './tabs.module.css'

export function Tabs({ account }: { account: Account }) {
  return (
    <nav className={styles.tabs} aria-label="Main">
      {placesFor(account, TABS).map(({ label, to, icon: Icon }) => (
        <Link key={to} className={styles.tab} to={to}>
          <Icon className={styles.icon} />
          {label}
        </Link>
      ))}
    </nav>
  )
}
