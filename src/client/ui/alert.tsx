import type { ReactNode } from 'react'
import styles from './alert.module.css'
import { CheckIcon, WarningIcon } from './icons.tsx'

interface AlertProps {
  type: 'info' | 'success' | 'warning' | 'error'
  children: ReactNode
}

/** A sentence that cannot be missed; an error is read out at once, the others when there is a pause. */
export function Alert({ type, children }: AlertProps) {
  const Icon = type === 'success' ? CheckIcon : WarningIcon
  return (
    <div className={`${styles.alert} ${styles[type]}`} role={type === 'error' ? 'alert' : 'status'}>
      <Icon />
      <div className={styles.text}>{children}</div>
    </div>
  )
}
