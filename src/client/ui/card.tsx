import { type ReactNode, useId } from 'react'
import { Bilingual } from './bilingual.tsx'
import styles from './card.module.css'

/** A sheet of paper with a title. */
export function Card({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {typeof title === 'string' ? <Bilingual>{title}</Bilingual> : title}
      </h2>
      {children}
    </section>
  )
}
