import { Suspense, useEffect, useState } from 'react'
import { unsent } from '#client/outbox/unsent.ts'
import { lazyExtra } from '#client/ui/lazy-part.tsx'
import styles from './install-offer.module.css'

const Offer = lazyExtra(() => import('./offer.tsx'))

/**
 * Offers to install the app once somebody has kept a house, and so has a reason to: at the end of
 * the page, or `inView` wherever one is on it.
 */
export function InstallOffer({ inView }: { inView: boolean }) {
  const [hasKept, setKept] = useState(false)
  useEffect(
    () =>
      unsent.watch(() => {
        if (unsent.all().some(({ favorite }) => favorite)) setKept(true)
      }),
    [],
  )
  // There before its content, which would not be read out otherwise.
  return (
    <div
      className={`${styles.place} ${inView ? styles.inView : ''}`}
      aria-live="polite"
      data-of-now
    >
      {hasKept && (
        <Suspense>
          <Offer />
        </Suspense>
      )}
    </div>
  )
}
