import { type ReactNode, useId } from 'react'
import styles from './titled-section.module.css'

interface TitledSectionProps {
  title: string
  /** One or two sentences about the content. */
  lead: ReactNode
  children: ReactNode
}

export function TitledSection({ title, lead, children }: TitledSectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        <p className="soft">{lead}</p>
      </header>
      {children}
    </section>
  )
}
