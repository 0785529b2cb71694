import type { ReactNode } from 'react'
import styles from './badge.module.css'

interface BadgeProps {
  type?: 'plain' | 'warning'
  className?: string
  children: ReactNode
}

/** A short label on a picture. */
export function Badge({ type = 'plain', className = '', children }: BadgeProps) {
  return <span className={`${styles.badge} ${styles[type] ?? ''} ${className}`}>{children}</span>
}
