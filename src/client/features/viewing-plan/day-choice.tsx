import { Link } from '@tanstack/react-router'
import { shortDay } from '#client/notes/japan-day.ts'
import type { Visit } from '#client/notes/visits.ts'
import { Field } from '#client/ui/field.tsx'
import styles from './viewing-plan.module.css'

interface DayChoiceProps {
  day: string
  today: string
  /** The viewings of all days. */
  visits: readonly Visit[]
  onDay: (day: string) => void
}

/** The number of past days that have a link. The date field opens older days. */
const PAST_DAYS = 3
const DAYS = 30

/** Shows links to today and to the days with viewings, and a date field for any other day. */
export function DayChoice({ day, today, visits, onDay }: DayChoiceProps) {
  const days = [...new Set([today, day, ...visits.map((visit) => visit.day)])].sort()
  const past = days.filter((other) => other < today && other !== day).slice(-PAST_DAYS)
  const shown = days.filter((other) => other >= today || other === day || past.includes(other))
  return (
    <div className={styles.days}>
      <nav aria-label="Days">
        <ul className={styles.chips}>
          {shown.slice(0, DAYS).map((other) => (
            <li key={other}>
              <Link
                className={styles.chip}
                to="/viewing-plan"
                // The link to today names its day too. Without a day, the page opens the next day
                // with viewings, and the router would mark the link to today as the current one.
                search={{ day: other }}
                aria-current={other === day ? 'date' : undefined}
              >
                <span>{other === today ? 'Today' : shortDay(other)}</span>
                <Count count={visits.filter((visit) => visit.day === other).length} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Field
        label="Go to another day"
        type="date"
        value={day}
        onChange={({ target: { value } }) => value && onDay(value)}
      />
    </div>
  )
}

function Count({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={styles.count}>
      <span className="visually-hidden">, </span>
      <span>{count}</span>
      <span className="visually-hidden">{count === 1 ? ' house' : ' houses'}</span>
    </span>
  )
}
