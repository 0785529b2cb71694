import type { Listing } from '#client/data/to-listing.ts'
import { questionsOf, usualQuestions } from '#client/features/notes/questions.ts'
import styles from './questions-to-answer.module.css'

/** The questions about a house in both languages, each with room to write the answer. */
export function Questions({ listing: { watchOuts, goodSigns } }: { listing: Listing }) {
  const codes = [...watchOuts, ...goodSigns]
  return (
    <section>
      <h3 className={styles.heading}>Questions</h3>
      <ol className={styles.questions}>
        {[...questionsOf(codes), ...usualQuestions(codes)].map(({ id, english, japanese }) => (
          <li key={id} className={styles.question}>
            <p>{english}</p>
            <p className="caption" lang="ja" translate="no">
              {japanese}
            </p>
            <div className={styles.line} />
          </li>
        ))}
      </ol>
      <h3 className={styles.heading}>Notes</h3>
      <div className={styles.notes}>
        {Array.from({ length: 6 }, (_, line) => `line ${line}`).map((line) => (
          <div key={line} className={styles.line} />
        ))}
      </div>
    </section>
  )
}
