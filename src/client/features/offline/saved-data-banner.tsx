import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { now } from '#client/browser/clock.ts'
import { useAccessScope } from '#client/components/use-access-scope.ts'
import { describeSavedAt } from '#client/format/saved-time.ts'
import { PROBLEM_SENTENCES } from '#client/sync/connection-problem.ts'
import { Button } from '#client/ui/button.tsx'
import { focusPage } from '#client/ui/focus-page.ts'
import { CloseIcon } from '#client/ui/icons.tsx'
import { Spinner } from '#client/ui/loading.tsx'
import { type Cause, useCause, useIsRetrying, useSavedAt, useTryNow } from './saved-data.ts'
import styles from './saved-data-banner.module.css'

const SENTENCES: Record<Cause, string> = {
  ...PROBLEM_SENTENCES,
  refused: "Engawa couldn't refresh this page.",
}
/** A dismissed message returns if its cause recurs after this time. */
const DISMISSED_FOR_MS = 60_000
const NONE: ReadonlySet<Cause> = new Set()

/**
 * Says why the data cannot be refreshed, and how old the data is. The person can dismiss the
 * message.
 */
export default function SavedDataBanner() {
  const cause = useCause()
  const savedAt = useSavedAt()
  const isTrying = useIsRetrying()
  const tryNow = useTryNow()
  const [dismissed, setDismissed] = useDismissed(cause)
  const isNeeded = cause !== undefined && !dismissed.has(cause)
  const hasDevicePage = useAccessScope() === 'catalogue'
  const age =
    savedAt === undefined ? '' : ` Showing what you saved ${describeSavedAt(savedAt, now())}.`
  const sentence = isNeeded ? `${SENTENCES[cause]}${age}` : ''

  return (
    <div className={isNeeded ? styles.banner : undefined}>
      {/*
       * Always render the live region. Screen readers announce a text only if its live region
       * already exists. Retries are not announced.
       */}
      <p className={styles.sentence} aria-live="polite">
        {hasDevicePage && sentence ? <Link to="/device">{sentence}</Link> : sentence}
      </p>
      {/* Hide this button if no saved data is shown. The page then has its own button. */}
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
            setDismissed(new Set([...dismissed, cause]))
            focusPage()
          }}
        >
          <CloseIcon />
        </Button>
      )}
    </div>
  )
}

/**
 * The causes whose message the person has closed. The list is cleared when no problem has occurred
 * for `DISMISSED_FOR_MS`.
 */
function useDismissed(cause: Cause | undefined) {
  const [dismissed, setDismissed] = useState(NONE)
  useEffect(() => {
    if (cause !== undefined) return
    const timer = setTimeout(() => setDismissed(NONE), DISMISSED_FOR_MS)
    return () => clearTimeout(timer)
  }, [cause])
  return [dismissed, setDismissed] as const
}
