import { format } from 'date-fns/format'

const MINUTES_OF_DAY = 24 * 60

/** A day such as `Wed, Nov 25`. */
export function shortDay(day: string) {
  return format(new Date(`${day}T12:00`), 'EEE, MMM d')
}

/** A day such as `Wednesday, November 25, 2026`. */
export function longDay(day: string) {
  return format(new Date(`${day}T12:00`), 'EEEE, MMMM d, yyyy')
}

/** Minutes since midnight of a time such as `10:30`. */
export function minutesOf(time: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * A time from minutes since midnight of the planned day, such as `10:30`, `00:15 on the next day` or
 * `08:00 (2 days later)`.
 */
export function formatMinutes(minutes: number) {
  return timeOfDay(minutes) + laterDay(minutes)
}

/** A period such as `23:30–00:15 on the next day`. A day that both times share is named once. */
export function periodOf(begin: number, end: number) {
  const first = laterDay(begin) === laterDay(end) ? timeOfDay(begin) : formatMinutes(begin)
  return `${first}–${formatMinutes(end)}`
}

function timeOfDay(minutes: number) {
  const rest = minutes % MINUTES_OF_DAY
  return [Math.floor(rest / 60), rest % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Names the day of a time if it is after the planned day. */
function laterDay(minutes: number) {
  const days = Math.floor(minutes / MINUTES_OF_DAY)
  if (days === 0) return ''
  return days === 1 ? ' on the next day' : ` (${days} days later)`
}
