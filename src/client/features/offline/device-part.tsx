import { type ComponentType, type ReactNode, useEffect, useId, useRef } from 'react'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import panel from '#client/ui/panel.module.css'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import styles from './device.module.css'

/** What a part of the screen says about its saved data in its current phase. */
export interface PartState {
  /** One to four words, such as `Saving is paused`. */
  status: string
  /** The progress in words, and as numbers in any unit. */
  progress?: { words: string; value: number; max: number }
  text?: string
  warning?: string | undefined
  /** The action that the phase suggests. */
  action?: { label: string; run: () => unknown; variant?: 'primary' | 'secondary' } | undefined
}

interface DevicePartProps {
  icon: ComponentType
  title: string
  state: PartState
  /** The other actions. */
  actions?: ReactNode
  children?: ReactNode
}

/** One kind of data that this device can save: its state, its size and its actions. */
export function DevicePart({ icon: Icon, title, state, actions, children }: DevicePartProps) {
  const { status, progress, text, warning, action } = state
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const focused = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new status removes the old buttons.
  useEffect(() => {
    const isLost = focused.current?.isConnected === false
    if (isLost && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true })
    }
  }, [status])
  return (
    <section
      className={panel.panel}
      aria-labelledby={titleId}
      onFocus={({ target }) => {
        focused.current = target
      }}
    >
      <div className={styles.head}>
        <h2 ref={heading} className={styles.title} id={titleId} tabIndex={-1}>
          <Icon />
          <span>{title}</span>
        </h2>
        <p className={styles.status} role="status">
          {status}
        </p>
      </div>
      {progress && (
        <>
          <p className="soft">{progress.words}</p>
          <ProgressBar label={`${title} saved`} {...progress} />
        </>
      )}
      {text && <p className="soft">{text}</p>}
      {warning && <Alert type="warning">{warning}</Alert>}
      {(action || actions) && (
        <div className={styles.actions}>
          {action && (
            <Button variant={action.variant} onClick={() => void action.run()}>
              {action.label}
            </Button>
          )}
          {actions}
        </div>
      )}
      {children}
    </section>
  )
}
