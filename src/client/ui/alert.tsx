import type { ReactNode } from 'react'
import styles from './alert.module.css'
import { CheckIcon, WarningIcon } from './icons.tsx'

export interface AlertProps {
  type: 'info' | 'success' | 'warning' | 'error'
  children: ReactNode
}

/**
 * A message. Screen readers announce an error immediately, and other messages at the next pause.
 */
export function Alert({ type, children }: AlertProps) {
  const Icon = type === 'success' ? CheckIcon : WarningIcon
  return (
    <div className={`${styles.alert} ${styles[type]}`} role={type === 'error' ? 'alert' : 'status'}>
      <Icon />
      <div className={styles.text}>{children}</div>
    </div>
  )
}
