import { format } from 'date-fns/format'
import { useSyncExternalStore } from 'react'
import { atMoment, now } from '#client/clock.ts'

/** A day where the reader is: `Dec 21, 2026`. */
export function formatDay(moment: string | Date) {
  return format(moment, 'MMM dd, yyyy')
}

/** Where the year goes without saying: `Dec 21`. */
export function formatShortDay(moment: string | Date) {
  return format(moment, 'MMM dd')
}

/** The time. Whoever uses it is drawn again at `moment`. */
export function useNow(moment: string | null | undefined) {
  const date = moment ? new Date(moment) : null
  useSyncExternalStore(
    (onChange) => (date && date > now() ? atMoment(date, onChange) : () => {}),
    () => date !== null && date <= now(),
  )
  return now()
}
