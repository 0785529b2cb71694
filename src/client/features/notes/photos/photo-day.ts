import { format } from 'date-fns/format'
import { dayInJapan } from '#contract/japan-day.ts'

/** The day in Japan, whatever the time zone of the device is: `Taken on Nov 24, 2026`. */
export function describeDayTaken(takenAt: string) {
  const day = format(new Date(`${dayInJapan(new Date(takenAt))}T12:00`), 'MMM d, yyyy')
  return `Taken on ${day}`
}
