import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'
import { Veranda } from './veranda.tsx'
import styles from './veranda-page.module.css'

interface VerandaPageProps {
  title: string
  lead: string
  /** Links to other pages, as list items. */
  links?: ReactNode
  children: ReactNode
}

/** A page with a drawing above its content. The drawing shows the view from a veranda. */
export function VerandaPage({ title, lead, links, children }: VerandaPageProps) {
  return (
    <div className={styles.page}>
      <PageTitle>{title}</PageTitle>
      <meta name="description" content={lead} />
      <Veranda className={styles.view} />
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h1>{title}</h1>
          <p className="soft">{lead}</p>
        </div>
        {children}
        {links && <ul className={styles.links}>{links}</ul>}
      </div>
    </div>
  )
}
