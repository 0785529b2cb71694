import type { PointerEvent } from 'react'
import { Icon } from '#client/ui/icons.tsx'
import styles from './viewing-plan.module.css'

interface VisitActionsProps {
  number: number
  titleId: string
  isLast: boolean
  onMove: (by: number) => void
  /** Called when a pointer presses the drag handle. Begins to drag the house. */
  onGrab: (event: PointerEvent) => void
}

/**
 * The controls that move a house within its day: a handle to drag, and a button for each direction.
 */
export function VisitActions({ number, titleId, isLast, onMove, onGrab }: VisitActionsProps) {
  return (
    <div className={styles.moves}>
      <button
        type="button"
        className={styles.move}
        aria-label={`Move house ${number} earlier`}
        aria-describedby={titleId}
        aria-disabled={number === 1}
        onClick={() => number > 1 && onMove(-1)}
      >
        <Icon>
          <path d="m6 15 6-6 6 6" />
        </Icon>
      </button>
      <button
        type="button"
        className={styles.move}
        aria-label={`Move house ${number} later`}
        aria-describedby={titleId}
        aria-disabled={isLast}
        onClick={() => isLast || onMove(1)}
      >
        <Icon>
          <path d="m6 9 6 6 6-6" />
        </Icon>
      </button>
      {/* Hide the drag handle from screen readers, because the two buttons do the same. */}
      <span className={styles.handle} aria-hidden="true" onPointerDown={onGrab}>
        <Icon>
          <path d="M5 9h14M5 15h14" />
        </Icon>
      </span>
    </div>
  )
}
