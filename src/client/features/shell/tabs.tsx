import { Link } from '@tanstack/react-router'
import { useAccessScope } from '#client/components/use-access-scope.ts'
import { tabsFor } from './navigation.ts'
import styles from './tabs.module.css'

export function Tabs() {
  return (
    <nav className={styles.tabs} aria-label="Main">
      {tabsFor(useAccessScope()).map(({ label, to, icon: Icon }) => (
        <Link key={to} className={styles.tab} to={to}>
          <Icon className={styles.icon} />
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  )
}
