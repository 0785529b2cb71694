import type { ReactNode } from 'react'
import { usePageTitle } from '#client/ui/page-title.ts'
import styles from './page.module.css'

interface SubscriptionPageProps {
  title: string
  /** Has two columns where there is room. */
  wide?: boolean
  children: ReactNode
}

/** The heading and the measure of the pages about the subscription. */
export function SubscriptionPage({ title, wide, children }: SubscriptionPageProps) {
  usePageTitle(title)
  return (
    <div className={wide ? `${styles.page} ${styles.wide}` : styles.page}>
      <h1>{title}</h1>
      {children}
    </div>
  )
}
