import { useEffect, useState } from 'react'
import { now } from '#client/browser/clock.ts'
import { sayWhen } from '#client/format/saved-time.ts'
import { TROUBLE_SENTENCES } from '#client/sync/trouble.ts'
import { Button } from '#client/ui/button.tsx'
import { focusPage } from '#client/ui/focus-page.ts'
import { CloseIcon } from '#client/ui/icons.tsx'
import { Spinner } from '#client/ui/loading.tsx'
import { type Cause, useCause, useIsTrying, useSavedAt, useTryNow } from './saved-data.ts'
import styles from './saved-data-banner.module.css'

const SENTENCES: Record<Cause, string> = {
  ...TROUBLE_SENTENCES,
  refused: "Engawa couldn't refresh this.",
}
/** A cause that comes back after this long is news again, though it was put away; milliseconds. */
const FORGOTTEN_AFTER = 60_000
const NONE: ReadonlySet<Cause> = new Set()

/** Says why nothing newer can be had, and how old what is shown is, until somebody puts it away. */
export default function SavedDataBanner() {
  const cause = useCause()
  const savedAt = useSavedAt()
  const isTrying = useIsTrying()
  const tryNow = useTryNow()
  const [putAway, setPutAway] = usePutAway(cause)
  const isNeeded = cause !== undefined && !putAway.has(cause)

  return (
    <div className={isNeeded ? styles.banner : undefined} data-of-now>
      {/* There before it has anything to say, so that it is read out when it does; attempts are not. */}
      <p className={styles.sentence} aria-live="polite">
        {isNeeded && SENTENCES[cause]}
        {isNeeded && savedAt !== undefined && ` Showing what you saved ${sayWhen(savedAt, now())}.`}
      </p>
      {/* Where nothing saved is shown, the page has its own way to try again. */}
      {isNeeded && savedAt !== undefined && cause !== 'slow' && (
        <Button variant="quiet" className={styles.button} onClick={() => void tryNow()}>
          {isTrying ? (
            <>
              <Spinner />
              <span className={styles.trying}>Reconnecting…</span>
            </>
          ) : (
            'Try now'
          )}
        </Button>
      )}
      {isNeeded && (
        <Button
          variant="quiet"
          className={styles.close}
          aria-label="Hide this message"
          onClick={() => {
            setPutAway(new Set([...putAway, cause]))
            focusPage()
          }}
        >
          <CloseIcon />
        </Button>
      )}
    </div>
  )
}

/** What was put away, until all has been well for a while. */
function usePutAway(cause: Cause | undefined) {
  const [putAway, setPutAway] = useState(NONE)
  useEffect(() => {
    if (cause !== undefined) return
    const timer = setTimeout(() => setPutAway(NONE), FORGOTTEN_AFTER)
    return () => clearTimeout(timer)
  }, [cause])
  return [putAway, setPutAway] as const
}
