import { TZDate } from '@date-fns/tz'
import { setHours } from 'date-fns/setHours'
import { startOfDay } from 'date-fns/startOfDay'
import { subDays } from 'date-fns/subDays'
import { subMinutes } from 'date-fns/subMinutes'
import type { Alert } from '#contract/alerts.ts'

/** The hour at which daily and weekly alerts arrive, in the person's time zone. */
const DELIVERY_HOUR = 8
const MONDAY = 1
/** How long an alert at once waits, so that one mail tells of several batches of an import. */
const AT_ONCE_AFTER_MINUTES = 5

interface Person {
  timeZone: string
}

/**
 * An alert is due if its oldest waiting change was found at this time or earlier. For a daily or
 * weekly alert, this is its latest regular time. So if the server was down at this time, the alert is
 * sent later.
 */
export function dueBefore(rhythm: Alert['rhythm'], { timeZone }: Person, now: Date): Date {
  if (rhythm === 'at-once') return subMinutes(now, AT_ONCE_AFTER_MINUTES)
  const local = new TZDate(now, timeZone)
  const today = morningOf(local)
  const latest = today > now ? morningOf(subDays(local, 1)) : today
  const weekday = (latest.getDay() - MONDAY + 7) % 7
  const due = rhythm === 'daily' ? latest : morningOf(subDays(latest, weekday))
  return new Date(due.getTime())
}

function morningOf(day: TZDate) {
  return setHours(startOfDay(day), DELIVERY_HOUR)
}
