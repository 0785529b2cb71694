import { formatIsoDay } from '#client/format/iso-day.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import type { Display } from '#contract/display.ts'

/**
 * The rate of a currency with its day and source: `¥174 to €1 on Nov 20, 2026 (ECB)`, or `¥150 to
 * $1, set by the operator`.
 */
export function RateNote({ display }: { display: Display }) {
  const { sign, per_yen, rate_date, rate_source } = display
  // Show at most six digits, because the server's rates have no more. Further digits would only
  // show the rounding error of the division.
  const rate = `¥${Number((1 / per_yen).toPrecision(6))} to ${sign}1`
  if (rate_date === '') return <span>{`${rate}, set by the operator`}</span>
  return (
    <span>
      <span>{`${rate} on`}</span> <time dateTime={rate_date}>{formatIsoDay(rate_date)}</time>
      {rate_source && (
        <span>
          {' '}
          (<Bilingual>{rate_source}</Bilingual>)
        </span>
      )}
    </span>
  )
}
