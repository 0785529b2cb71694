import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'
import { Veranda } from './veranda.tsx'
import styles from './veranda-page.module.css'

interface VerandaPageProps {
  title: string
  lead: string
  /** List items that say where else to go from here. */
  links?: ReactNode
  children: ReactNode
}

/** A sheet to read or fill in, beside the view from the veranda. */
export function VerandaPage({ title, lead, links, children }: VerandaPageProps) {
  usePageTitle(title)
  return (
    <div className={styles.page}>
      <Veranda className={styles.view} />
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
