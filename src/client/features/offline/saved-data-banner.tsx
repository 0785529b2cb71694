import { now } from '#client/clock.ts'
import { formatSavedAt } from '#client/saved-time.ts'
import { Button } from '#client/ui/button.tsx'
import { Spinner } from '#client/ui/loading.tsx'
import { type Cause, useCause, useIsTrying, useSavedAt, useTryNow } from './saved-data.ts'
import styles from './saved-data-banner.module.css'

const SENTENCES: Record<Cause, string> = {
  offline: 'You are offline',
  unreachable: 'Engawa does not answer',
  refused: 'Engawa cannot answer',
}

/** Says of what is shown that it was saved earlier, and when, for as long as nothing newer can be had. */
export default function SavedDataBanner() {
  const savedAt = useSavedAt()
  const cause = useCause()
  const isTrying = useIsTrying()
  const tryNow = useTryNow()
  const isNeeded = savedAt !== undefined

  return (
    <div className={isNeeded ? styles.banner : undefined} data-of-now>
      {/* There before it has anything to say, so that it is read out when it does; attempts are not. */}
      <p className={styles.sentence} aria-live="polite">
        {isNeeded &&
          `${SENTENCES[cause]}: showing saved data from ${formatSavedAt(savedAt, now())}`}
      </p>
      {isNeeded && (
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
    </div>
  )
}
