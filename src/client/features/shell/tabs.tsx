import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { whenIdle } from '#client/browser/when-idle.ts'
import { useAccessScope } from '#client/components/use-access-scope.ts'
import type { ListingsParams } from '#client/data/listings-params.ts'
import { shortlistQuery } from '#client/data/shortlist.ts'
import { tabsFor } from './navigation.ts'
import styles from './tabs.module.css'

export function Tabs() {
  const isListShared = useIsListShared()
  const tabs = tabsFor(useAccessScope(), isListShared)
  const isOnList = useLocation({ select: ({ pathname }) => pathname === '/listings' })
  const isOnMap = useLocation({ select: ({ search }) => isOnList && search.view === 'map' })
  return (
    <nav className={styles.tabs} aria-label="Main">
      {tabs.map(({ label, to, view, icon: Icon }) => {
        const content = (
          <>
            <Icon className={styles.icon} />
            <span>{label}</span>
          </>
        )
        return view ? (
          <Link
            key={label}
            className={styles.tab}
            to="/listings"
            // On the list, keep the filters. The type of `current` is that of all pages together.
            search={(current) => ({ ...(isOnList ? (current as ListingsParams) : {}), view })}
          >
            {content}
          </Link>
        ) : (
          // The map is a view of the list, at the same path. Mark only one of both tabs.
          <Link key={label} className={styles.tab} to={to} activeOptions={{ exact: isOnMap }}>
            {content}
          </Link>
        )
      })}
    </nav>
  )
}

/** Whether the person shares a shortlist with a partner. Asks after the page has rendered. */
function useIsListShared() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => void whenIdle().then(() => setIdle(true)), [])
  const { data } = useQuery({
    ...shortlistQuery,
    enabled: isIdle,
    // Do not poll here. Only the pages that show the shortlist need a refetch every few seconds.
    refetchInterval: false,
    meta: { showsDataAge: false },
  })
  return Boolean(data?.shortlist?.other)
}
