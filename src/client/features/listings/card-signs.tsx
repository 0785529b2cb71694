import { useState } from 'react'
import { lazyPart } from '#client/components/lazy-part.tsx'
import type { Listing } from '#client/data/to-listing.ts'
import { markName } from '#contract/mark-codes.ts'
import styles from './card-signs.module.css'

const SignDialog = lazyPart(() => import('./sign-dialog.tsx'))

/**
 * The maximum number of signs (watch-outs and good signs) on a card, until the person presses the
 * button that shows all signs.
 */
const MAX_SIGNS = 3

/**
 * The watch-outs of a house, then its good signs, as short labels. A tap on a label explains the
 * sign.
 */
export function CardSigns({ listing: { watchOuts, goodSigns } }: { listing: Listing }) {
  const [explained, setExplained] = useState<string>()
  const [showsAll, setShowsAll] = useState(false)
  const close = () => setExplained(undefined)
  const all = [...watchOuts, ...goodSigns]
  const signs = showsAll ? all : all.slice(0, MAX_SIGNS)
  const hidden = all.length - signs.length
  if (signs.length === 0) return null
  return (
    <>
      <ul className={styles.signs} aria-label="Signs">
        {signs.map((code, at) => (
          <li key={code}>
            <button
              type="button"
              className={at < watchOuts.length ? styles.watchOut : styles.good}
              // The button that shows the remaining signs disappears when it is pressed, so the
              // first remaining sign takes the focus.
              ref={at === MAX_SIGNS ? takeFocus : undefined}
              onClick={() => setExplained(code)}
            >
              {markName(code)}
            </button>
          </li>
        ))}
        {hidden > 0 && (
          <li>
            <button type="button" className={styles.more} onClick={() => setShowsAll(true)}>
              {`${hidden} more`}
            </button>
          </li>
        )}
      </ul>
      {explained && <SignDialog code={explained} onClose={close} onDismiss={close} />}
    </>
  )
}

function takeFocus(element: HTMLElement | null) {
  element?.focus()
}
