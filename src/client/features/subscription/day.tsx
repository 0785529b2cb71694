import { formatDay } from './dates.ts'
import styles from './day.module.css'

/** A date that never wraps onto a second line. */
export function Day({ of: moment }: { of: string }) {
  return (
    <time className={styles.day} dateTime={moment}>
      {formatDay(moment)}
    </time>
  )
}
