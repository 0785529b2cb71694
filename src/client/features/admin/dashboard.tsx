import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect } from 'react'
import { versionQuery } from '#client/data/version.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import styles from './dashboard.module.css'

interface Section {
  label: string
  to: LinkProps['to']
}

const SECTIONS: Section[] = [
  { label: 'People', to: '/admin/dashboard' },
  { label: 'Overview', to: '/admin/dashboard/overview' },
  { label: 'Listings', to: '/admin/dashboard/listings' },
  { label: 'Contacts', to: '/admin/dashboard/contacts' },
  { label: 'Import', to: '/admin/dashboard/import' },
  { label: 'Sources', to: '/admin/dashboard/sources' },
  { label: 'Audit', to: '/admin/dashboard/audit' },
  { label: 'Security', to: '/admin/dashboard/security' },
]

/** The frame around every section of the dashboard. */
export function Dashboard({ children }: { children: ReactNode }) {
  useDarkScheme()
  return (
    <div className={`page ${styles.dashboard}`}>
      <PageTitle>Admin Dashboard</PageTitle>
      <h1>Admin Dashboard</h1>
      <nav ref={showCurrent} className={styles.sections} aria-label="Dashboard">
        {SECTIONS.map(({ label, to }) => (
          <Link
            key={label}
            className={styles.section}
            to={to}
            // The path of the first section is a prefix of all other paths. Without an exact match,
            // the first link would always be marked as current.
            activeOptions={{ exact: to === '/admin/dashboard', includeSearch: false }}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
      <VersionFooter />
    </div>
  )
}

/** The version and the commit of the server, for a bug report. */
function VersionFooter() {
  const { data } = useQuery(versionQuery)
  return (
    <footer className={styles.version}>
      {data && <p>{`Engawa ${data.version}`}</p>}
      {data?.commit && <p>{`Commit ${data.commit.slice(0, 10)}`}</p>}
    </footer>
  )
}

/**
 * Scrolls the link of the current section into view. On a phone, the row of links is wider than the
 * screen.
 */
function showCurrent(sections: HTMLElement | null) {
  sections?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Makes the whole page dark, with its dialogs and toasts, while the dashboard is shown. */
export function useDarkScheme() {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.scheme = 'dark'
    return () => {
      delete dataset.scheme
    }
  }, [])
}
