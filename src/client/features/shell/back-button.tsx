import { useLocation, useRouter } from '@tanstack/react-router'
import { BackIcon } from '#client/ui/icons.tsx'
import styles from './header.module.css'
import { TABS } from './places.ts'

/** Where one is at home: the tabs, and what is in their place for those who are not signed in. */
const HOMES = [...TABS.map(({ to }) => to), '/login']

/** The way back in the installed app, whose window has no button of the browser's. */
export function BackButton() {
  const router = useRouter()
  const { pathname, search } = useLocation()
  const isHome = HOMES.includes(pathname)
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
