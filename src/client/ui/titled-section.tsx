import { type ReactNode, useId } from 'react'
import styles from './titled-section.module.css'

interface TitledSectionProps {
  title: string
  /** What it shows, in a sentence or two. */
  lead: ReactNode
  children: ReactNode
}

/** One of several views of a page, under its title. */
export function TitledSection({ title, lead, children }: TitledSectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        <p className={styles.lead}>{lead}</p>
      </header>
      {children}
    </section>
  )
}
