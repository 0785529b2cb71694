import { useQuery } from '@tanstack/react-query'
import { ratesQuery } from '#client/data/rates.ts'
import { formatIsoDay } from '#client/format/iso-day.ts'
import { Bilingual } from '#client/ui/bilingual.tsx'
import type { Display } from '#contract/display.ts'

/** The rate of a currency with its day and source: `¥174 to €1 on Nov 20, 2026 (ECB)`. */
export function RateNote({ display }: { display: Display }) {
  const { sign, per_yen, rate_date } = display
  const { data: rates } = useQuery(ratesQuery)
  return (
    <>
      {/* Rates have six digits at most. More would show the error of the division. */}¥
      {Number((1 / per_yen).toPrecision(6))} to {sign}1 on{' '}
      <time dateTime={rate_date}>{formatIsoDay(rate_date)}</time>
      {rates?.as_of === rate_date && (
        <>
          {' ('}
          <Bilingual>{rates.source}</Bilingual>)
        </>
      )}
    </>
  )
}
