import { useSyncExternalStore } from 'react'
import { formatHouses } from '#client/format/format.ts'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { focusPage } from '#client/ui/focus-page.ts'
import styles from './chosen-bar.module.css'
import { COMPARED, chosenFavorites } from './chosen-favorites.ts'
import { useFavorites } from './use-favorites.ts'

export default function ChosenBar() {
  const chosen = useSyncExternalStore(chosenFavorites.watch, chosenFavorites.ids)
  const { favorites = [] } = useFavorites()
  // Leave out houses that were chosen and then removed from the favorites.
  const ids = chosen.filter((id) => favorites.some((favorite) => favorite.id === id))
  const search = { ids: ids.join() }
  const canCompare = ids.length >= COMPARED.least && ids.length <= COMPARED.most
  if (ids.length === 0) return null
  return (
    <section className={styles.bar} aria-label="Chosen houses" ref={measure}>
      <p className={styles.count} role="status">
        {`${formatHouses(ids.length)} chosen${canCompare ? '' : `. ${hintFor(ids.length)}`}`}
      </p>
      <div className={styles.actions}>
        {canCompare && (
          <ButtonLink to="/favorites/compare" search={search}>
            Compare
          </ButtonLink>
        )}
        <ButtonLink variant="secondary" to="/favorites/print" search={search}>
          Print
        </ButtonLink>
        <Button
          variant="quiet"
          onClick={() => {
            chosenFavorites.clear()
            focusPage()
          }}
        >
          Clear
        </Button>
      </div>
    </section>
  )
}

/**
 * Tells the banner, the notices and the toasts how high the bar is, so that they appear above it.
 * Below it, they would move its buttons away from a thumb that is about to tap.
 */
function measure(bar: HTMLElement | null) {
  if (!bar) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--bar', `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty('--bar')
  }
}

function hintFor(count: number) {
  return count < COMPARED.least
    ? 'Choose one more house to compare.'
    : `Choose at most ${COMPARED.most} houses to compare.`
}
