import { format } from 'date-fns/format'
import { isValid } from 'date-fns/isValid'

/**
 * A day in the person's time zone, such as `November 21, 2026`. A missing or invalid time gives
 * `N/A`.
 */
export function formatLongDay(moment: string | null | undefined) {
  const day = new Date(moment ?? Number.NaN)
  return isValid(day) ? format(day, 'MMMM d, yyyy') : 'N/A'
}
