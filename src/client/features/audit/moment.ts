import { utc } from '@date-fns/utc/utc'
import { format } from 'date-fns/format'

/** `Nov 21, 2026, 14:05:09`, in UTC. */
export function formatMoment(time: string) {
  return format(time, 'MMM d, yyyy, HH:mm:ss', { in: utc })
}
