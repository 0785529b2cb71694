import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import styles from './device.module.css'

interface ChoiceRowProps {
  text: string
  /** The {@link Choice}s. */
  children: ReactNode
}

/** A row of a list from which the person chooses what this device saves. */
export function ChoiceRow({ text, children }: ChoiceRowProps) {
  return (
    <li className={styles.row}>
      <span>{text}</span>
      <span className={styles.choices}>{children}</span>
    </li>
  )
}

interface ChoiceProps {
  /** The full name for screen readers, which may read a button without its row. */
  name: string
  run: () => unknown
  children: ReactNode
}

export function Choice({ name, run, children }: ChoiceProps) {
  return (
    <Button variant="quiet" aria-label={name} onClick={() => void run()}>
      {children}
    </Button>
  )
}
