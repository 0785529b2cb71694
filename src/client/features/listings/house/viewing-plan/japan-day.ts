import { format } from 'date-fns/format'

export const MINUTES_OF_DAY = 24 * 60

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
 * A time such as `10:30`, from minutes since midnight. From 24:00 on, the result is a time of the
 * next day.
 */
export function timeOf(minutes: number) {
  const rest = minutes % MINUTES_OF_DAY
  return [Math.floor(rest / 60), rest % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
