import { useEffect, useState } from 'react'
import { lazyExtra } from '#client/components/lazy-part.tsx'
import { unsentFavorites } from '#client/favorites/unsent-favorites.ts'
import styles from './install-offer.module.css'

const Offer = lazyExtra(() => import('./offer.tsx'))

/**
 * Offers to install the app after the first favorite. The offer is at the end of the page, or
 * always visible with `inView`.
 */
export function InstallOffer({ inView }: { inView: boolean }) {
  const [hasKept, setKept] = useState(false)
  useEffect(
    () =>
      unsentFavorites.watch(() => {
        if (unsentFavorites.all().some(({ favorite }) => favorite)) setKept(true)
      }),
    [],
  )
  // Render the live region before its content. Otherwise screen readers do not announce the
  // content.
  return (
    <div className={`${styles.place} ${inView ? styles.inView : ''}`} aria-live="polite">
      {hasKept && <Offer />}
    </div>
  )
}
