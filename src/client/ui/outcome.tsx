import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Alert } from './alert.tsx'
import { FLASH_DURATION_MS } from './flash-message.tsx'
import styles from './outcome.module.css'

/**
 * The outcome of an action. A success message disappears after a while. An error message stays
 * until the next action.
 */
export interface Outcome {
  type: 'success' | 'error'
  sentence: string
}

/** Removes the newest message from the page. */
let removeNewest = () => {}

/**
 * The message of one part of a page. The page shows one message at a time: a new attempt or outcome
 * in any part removes the previous message. Otherwise an old error would stay above a later success.
 */
export function useOutcome() {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const report = useCallback((next: Outcome | null) => {
    removeNewest()
    removeNewest = () => setOutcome(null)
    setOutcome(next)
  }, [])
  useEffect(() => {
    if (outcome?.type !== 'success') return
    const timer = setTimeout(() => setOutcome(null), FLASH_DURATION_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  return [outcome, report] as const
}

interface OutcomeMessageProps {
  outcome: Outcome | null
  /** The usual content, which stands below the message. */
  children?: ReactNode
}

/**
 * Shows the outcome of an action. The message takes the focus at each new outcome, because the
 * pressed button may be gone.
 */
export function OutcomeMessage({ outcome, children }: OutcomeMessageProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome) place.current?.focus()
  }, [outcome])
  return (
    <div className={styles.place} ref={place} tabIndex={-1}>
      {outcome && <Alert type={outcome.type}>{outcome.sentence}</Alert>}
      {children}
    </div>
  )
}
