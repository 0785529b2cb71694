import { addHours } from 'date-fns/addHours'
import { implausible, type Reading, read, unread } from './reading.ts'

/** Japan had no listings on the web before 1995, so an earlier time is a mistake. */
const EARLIEST = Date.UTC(1995, 0)

const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Parses ISO 8601 or milliseconds since 1970. A time without a zone is in UTC. */
export function parseMoment(text: string, now: Date): Reading<Date> {
  const moment = /^\d{12,13}$/.test(text) ? Number(text) : parseIso(text)
  if (Number.isNaN(moment)) return unread('is not a date such as 2025-03-31T09:00:00Z')
  if (moment > addHours(now, 24).getTime()) return implausible('is in the future')
  if (moment < EARLIEST) return implausible('is too early for a listing')
  return read(new Date(moment))
}

function parseIso(text: string) {
  const [, day, time = '00:00', zone = 'Z'] = text.match(ISO) ?? []
  return day ? Date.parse(`${day}T${time}${zone.toUpperCase()}`) : Number.NaN
}
