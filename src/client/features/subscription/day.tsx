import { formatDay } from './dates.ts'
import styles from './day.module.css'

/** A day whose text never wraps. */
export function Day({ of: moment }: { of: string }) {
  return (
    <time className={styles.day} dateTime={moment}>
      {formatDay(moment)}
    </time>
  )
}
