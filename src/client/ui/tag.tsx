import type { ReactNode } from 'react'
import styles from './tag.module.css'

interface TagProps {
  /** Underlines what the word says. */
  tone?: 'good' | 'bad' | 'doubtful' | 'plain'
  children: ReactNode
}

/** A word that says how something stands. */
export function Tag({ tone = 'plain', children }: TagProps) {
  return <span className={`${styles.tag} ${styles[tone] ?? ''}`}>{children}</span>
}
