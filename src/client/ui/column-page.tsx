import type { ReactNode } from 'react'
import styles from './column-page.module.css'
import { PageTitle } from './page-title.tsx'

interface ColumnPageProps {
  title: string
  /** Has two columns where there is room. */
  wide?: boolean
  children: ReactNode
}

/** A heading, and cards below each other in the width of a letter. */
export function ColumnPage({ title, wide, children }: ColumnPageProps) {
  return (
    <div className={wide ? `${styles.page} ${styles.wide}` : styles.page}>
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      {children}
    </div>
  )
}
