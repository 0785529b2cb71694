import { type ReactNode, useState } from 'react'
import { formatNumber } from '#client/format/format.ts'
import { Button } from '#client/ui/button.tsx'
import fold from '#client/ui/fold.module.css'
import styles from './device.module.css'

interface ChoiceListProps {
  title: string
  saved: number
  total: number
  /** The explanation and the {@link ChoiceRow}s, which are rendered when the list is unfolded. */
  children: ReactNode
}

/** A folded list from which the person chooses what this device saves. */
export function ChoiceList({ title, saved, total, children }: ChoiceListProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={fold.summary}>
        {`${title}: ${saved === 0 ? 'none' : formatNumber(saved)} of ${formatNumber(total)} saved`}
      </summary>
      {isOpen && <div className={styles.list}>{children}</div>}
    </details>
  )
}

/** The children are {@link Choice}s. */
export function ChoiceRow({ text, children }: { text: string; children: ReactNode }) {
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
