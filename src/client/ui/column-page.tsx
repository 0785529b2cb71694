import type { ReactNode } from 'react'
import styles from './column-page.module.css'
import { PageTitle } from './page-title.tsx'

interface ColumnPageProps {
  title: string
  /** Whether the page leaves room for two columns on a wide screen. */
  wide?: boolean
  children: ReactNode
}

/** A page with a heading and a column of cards. */
export function ColumnPage({ title, wide, children }: ColumnPageProps) {
  return (
    <div className={`page ${styles.page} ${wide ? styles.wide : ''}`}>
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      {children}
    </div>
  )
}
