import { formatDay } from './dates.ts'
import styles from './day.module.css'

/** A day in a sentence, never broken between two lines. */
export function Day({ of: moment }: { of: string }) {
  return (
    <time className={styles.day} dateTime={moment}>
      {formatDay(moment)}
    </time>
  )
}
