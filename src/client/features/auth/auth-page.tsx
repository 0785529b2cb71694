import type { ReactNode } from 'react'
import { usePageTitle } from '#client/ui/page-title.ts'
import styles from './auth.module.css'
import { Veranda } from './veranda.tsx'

interface AuthPageProps {
  title: string
  lead: string
  /** Where else to go from here. */
  links?: ReactNode
  children: ReactNode
}

/** A sheet to fill in, beside the view from the veranda. */
export function AuthPage({ title, lead, links, children }: AuthPageProps) {
  usePageTitle(title)
  return (
    <div className={styles.page}>
      <Veranda />
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        {children}
        {links && <ul className={styles.links}>{links}</ul>}
      </div>
    </div>
  )
}
