import type { ReactNode } from 'react'
import { usePageTitle } from '#client/ui/page-title.ts'
import styles from './page.module.css'

/** The heading and the measure of the pages about the subscription. */
export function SubscriptionPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      {children}
    </div>
  )
}
