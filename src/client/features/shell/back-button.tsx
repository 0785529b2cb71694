import { useLocation, useRouter } from '@tanstack/react-router'
import { BackIcon } from '#client/ui/icons.tsx'
import styles from './header.module.css'
import { TABS } from './places.ts'

/** The pages without a back button: the tabs, and the login page for visitors. */
const HOMES = [...TABS.map(({ to }) => to), '/login']

/** A back button for the installed app, which has no browser controls. */
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
