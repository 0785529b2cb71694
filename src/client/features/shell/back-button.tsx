import { useLocation, useRouter } from '@tanstack/react-router'
import { useAccessScope } from '#client/components/use-access-scope.ts'
import { BackIcon } from '#client/ui/icons.tsx'
import styles from './header.module.css'
import { tabsFor } from './navigation.ts'

/** A back button for the installed app, which has no browser controls. */
export function BackButton() {
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
