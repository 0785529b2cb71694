import { TZDate } from '@date-fns/tz/date'
import { addDays } from 'date-fns/addDays'
import { addHours } from 'date-fns/addHours'
import { getISODay } from 'date-fns/getISODay'
import { set } from 'date-fns/set'
import type { sourceSchedules } from '#server/db/schema.ts'

type Rhythm = Pick<
  typeof sourceSchedules.$inferSelect,
  'rhythm' | 'hours' | 'weekday' | 'time' | 'timeZone'
>

/**
 * The first time after `after` at which a source is due. A local time that the clock skips in
 * spring is moved by the skipped hour. Of a local time that occurs twice in autumn, the first counts.
 */
export function nextRun({ rhythm, hours, weekday, time, timeZone }: Rhythm, after: Date): Date {
  if (rhythm === 'hours') return addHours(after, hours)
  const today = new TZDate(after, timeZone)
  const untilDay = rhythm === 'weekly' ? (weekday - getISODay(today) + 7) % 7 : 0
  const first = atTime(addDays(today, untilDay), time)
  const step = rhythm === 'weekly' ? 7 : 1
  const next = first > after ? first : atTime(addDays(today, untilDay + step), time)
  return new Date(next.getTime())
}

function atTime(day: TZDate, time: string) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return set(day, { hours, minutes, seconds: 0, milliseconds: 0 })
}
