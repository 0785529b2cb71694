import { formatNumber } from '#client/format/format.ts'
import { Card } from '#client/ui/card.tsx'
import type { OverviewMonth } from '#contract/overview.ts'
import { Bar, sharesOf } from './bar.tsx'
import { formatDay, formatMonth, formatShortMoney } from './formats.ts'
import styles from './months.module.css'

export function Revenue({ months }: { months: OverviewMonth[] }) {
  const shareOf = sharesOf(Math.max(...months.map(({ revenue_cents }) => revenue_cents)))
  return (
    <Card title="Revenue by month">
      <p className={styles.hint}>
        Refunds are deducted from the payments. Fees of the payment provider are not.
      </p>
      <table className={styles.months} aria-label="Revenue by month">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Paid</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, revenue_cents }) => (
            <tr key={month} data-january={month.endsWith('-01') || undefined}>
              <Month of={month} />
              <td className={styles.paid}>
                <Value of={revenue_cents}>{formatShortMoney(revenue_cents)}</Value>
                <span className={styles.room}>
                  <Bar share={shareOf(revenue_cents)} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

interface NewAndLostProps {
  months: OverviewMonth[]
  countedSince: string | null
}

export function NewAndLost({ months, countedSince }: NewAndLostProps) {
  const counts = months.flatMap(({ started, ended }) => [started, ended])
  const shareOf = sharesOf(Math.max(...counts))
  return (
    <Card title="New and lost subscriptions by month">
      <p
        className={styles.hint}
      >{`Only subscriptions paid by card${countedSince ? `, counted since ${formatDay(countedSince)}` : ''}.`}</p>
      <table
        className={`${styles.months} ${styles.both}`}
        aria-label="New and lost subscriptions by month"
      >
        <thead className={styles.legend}>
          <tr>
            <th className="visually-hidden" scope="col">
              Month
            </th>
            <th className={styles.started} scope="col">
              New
            </th>
            <th className={styles.ended} scope="col">
              Lost
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, started, ended }) => (
            <tr key={month} data-january={month.endsWith('-01') || undefined}>
              <Month of={month} />
              <td className={styles.started}>
                <Value of={started}>{withSign('+', started)}</Value>
                <span className={styles.room}>
                  <Bar share={shareOf(started)} />
                </span>
              </td>
              <td className={styles.ended}>
                <span className={styles.room}>
                  <Bar share={shareOf(ended)} isDownward />
                </span>
                <Value of={ended}>{withSign('−', ended)}</Value>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Month({ of: month }: { of: string }) {
  return (
    <th className={styles.month} scope="row">
      <span>{formatMonth(month)}</span> <span className={styles.year}>{month.slice(0, 4)}</span>
    </th>
  )
}

function Value({ of: count, children }: { of: number; children: string }) {
  return <span className={`${styles.value} ${count === 0 ? styles.zero : ''}`}>{children}</span>
}

export function withSign(sign: '+' | '−', count: number) {
  return count === 0 ? '0' : sign + formatNumber(count)
}
