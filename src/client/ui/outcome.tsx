import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Alert } from './alert.tsx'
import { SHOWN_FOR } from './flash-message.tsx'
import styles from './outcome.module.css'

/** What has come of what somebody did. Success is said for a while, failure until something else is tried. */
export interface Outcome {
  type: 'success' | 'error'
  sentence: string
}

export function useOutcome() {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  useEffect(() => {
    if (outcome?.type !== 'success') return
    const timer = setTimeout(() => setOutcome(null), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [outcome])
  return [outcome, setOutcome] as const
}

interface OutcomePlaceProps {
  outcome: Outcome | null
  /** How things stand, which good news is said in place of. */
  children?: ReactNode
}

/** Takes the focus with every outcome: the button that led to it may be gone. */
export function OutcomePlace({ outcome, children }: OutcomePlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome) place.current?.focus()
  }, [outcome])
  return (
    <div className={styles.place} ref={place} tabIndex={-1}>
      {outcome && <Alert type={outcome.type}>{outcome.sentence}</Alert>}
      {outcome?.type !== 'success' && children}
    </div>
  )
}
