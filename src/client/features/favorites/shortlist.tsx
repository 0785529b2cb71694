import { Link } from '@tanstack/react-router'
import { Suspense, useSyncExternalStore } from 'react'
import { lazyExtra } from '#client/components/lazy-part.tsx'
import { chosenFavorites } from './chosen-favorites.ts'

const ChosenBar = lazyExtra(() => import('./chosen-bar.tsx'))

/**
 * Explains that houses can be chosen for comparing or printing. When houses are chosen, shows the
 * buttons for comparing and printing.
 */
export function Shortlist() {
  const hasChosen = useSyncExternalStore(
    chosenFavorites.watch,
    () => chosenFavorites.ids().length > 0,
  )
  return (
    <>
      <p className="soft">
        Choose houses to compare or print them, or <Link to="/favorites/print">print them all</Link>
        . Going to see them? Open your <Link to="/viewing-plan">viewing plan</Link>.
      </p>
      {hasChosen && (
        <Suspense>
          <ChosenBar />
        </Suspense>
      )}
    </>
  )
}
