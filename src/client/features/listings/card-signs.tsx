import { useState } from 'react'
import { MissingPart } from '#client/components/missing-chunk.tsx'
import type { Listing } from '#client/data/to-listing.ts'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { markName } from '#contract/mark-name.ts'
import styles from './card-signs.module.css'

const explanation = lazyPart(() => import('./sign-dialog.tsx'))

/** The most signs on a card. More would push its facts out of sight. */
const MAX_SIGNS = 3

/**
 * The watch-outs of a house, then its good signs, as short labels. A tap on a label explains it.
 */
export function CardSigns({ listing: { watchOuts, goodSigns } }: { listing: Listing }) {
  const [explained, setExplained] = useState<string>()
  const close = () => setExplained(undefined)
  const signs = [...watchOuts, ...goodSigns].slice(0, MAX_SIGNS)
  if (signs.length === 0) return null
  return (
    <>
      <ul className={styles.signs} aria-label="Signs">
        {signs.map((code, at) => (
          <li key={code}>
            <button
              type="button"
              className={at < watchOuts.length ? styles.watchOut : styles.good}
              onClick={() => setExplained(code)}
            >
              {markName(code)}
            </button>
          </li>
        ))}
      </ul>
      {explained && (
        <explanation.Place
          failed={(error, retry) => <MissingPart error={error} onRetry={retry} onClose={close} />}
        >
          <explanation.Part code={explained} onClose={close} />
        </explanation.Place>
      )}
    </>
  )
}
