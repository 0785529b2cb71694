import type { ReactNode } from 'react'
import styles from './tag.module.css'

interface TagProps {
  /** A colour that underlines the meaning of the word. */
  tone?: 'good' | 'bad' | 'doubtful' | 'plain'
  children: ReactNode
}

/** A word for a state. */
export function Tag({ tone = 'plain', children }: TagProps) {
  return <span className={`${styles.tag} ${styles[tone] ?? ''}`}>{children}</span>
}
