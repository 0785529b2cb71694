import { utc } from '@date-fns/utc/utc'
import { format } from 'date-fns/format'

/** Formats a moment in UTC: `Nov 21, 2026, 14:05:09`. */
export function formatMoment(time: string) {
  return format(time, 'MMM d, yyyy, HH:mm:ss', { in: utc })
}
