import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { lazyExtra } from '#client/components/lazy-part.tsx'
import type { Listing } from '#client/data/to-listing.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { COMPARED, chosenFavorites } from './chosen-favorites.ts'
import styles from './compare-favorites.module.css'

const ChosenBar = lazyExtra(() => import('./chosen-bar.tsx'))

/**
 * Compares the newest favorites with one tap, and explains that houses can be chosen for comparing
 * or printing. When houses are chosen, shows the buttons for comparing and printing.
 */
export function CompareFavorites({ favorites }: { favorites: readonly Listing[] }) {
  const hasChosen = useSyncExternalStore(
    chosenFavorites.watch,
    () => chosenFavorites.ids().length > 0,
  )
  const newest = favorites.slice(0, COMPARED.most)
  return (
    <>
      <div className={styles.compare}>
        {newest.length >= COMPARED.least && !hasChosen && (
          <ButtonLink
            variant="secondary"
            to="/favorites/compare"
            search={{ ids: newest.map(({ id }) => id).join() }}
          >
            {newest.length === favorites.length
              ? `Compare All ${newest.length}`
              : `Compare the Newest ${newest.length}`}
          </ButtonLink>
        )}
        <p className="soft">
          Choose houses to compare or print them, or{' '}
          <Link to="/favorites/print">print them all</Link>. Going to see them? Open your{' '}
          <Link to="/viewing-plan">viewing plan</Link>.
        </p>
      </div>
      {hasChosen && <ChosenBar />}
    </>
  )
}
