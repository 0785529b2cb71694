import { type Difference, differencesIn } from '#client/data/audit.ts'
import { formatMoment } from '#client/format/moment.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import { ChevronDownIcon } from '#client/ui/icons.tsx'
import type { AuditEntry } from '#contract/audit.ts'
import styles from './changes.module.css'

/** The fields that an action changed, in a section that is closed by default. */
export function Changes({ entry }: { entry: AuditEntry }) {
  const differences = differencesIn(entry)
  if (differences.length === 0) return null
  const { length } = differences
  return (
    <details className={styles.changes}>
      <summary className={styles.summary}>
        <span>{length === 1 ? '1 change' : `${length} changes`}</span>
        <ChevronDownIcon className={styles.arrow} />
      </summary>
      <dl className={styles.differences}>
        {differences.map((difference) => (
          <Change key={difference.field} {...difference} />
        ))}
      </dl>
    </details>
  )
}

function Change({ field, before, after }: Difference) {
  return (
    <div>
      <dt className="soft">{field.replaceAll('_', ' ')}</dt>
      <dd className={styles.values}>
        {before !== undefined && (
          <del className={styles.before}>
            <span className="visually-hidden">before: </span>
            <Bilingual>{toText(before)}</Bilingual>
          </del>
        )}
        {after !== undefined && (
          <ins className={styles.after}>
            <span className="visually-hidden">after: </span>
            <Bilingual>{toText(after)}</Bilingual>
          </ins>
        )}
      </dd>
    </div>
  )
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function toText(value: unknown) {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' && MOMENT.test(value)) return formatMoment(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
