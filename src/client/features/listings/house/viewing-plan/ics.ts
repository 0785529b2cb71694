import { longDay } from './japan-day.ts'
import type { Stop } from './schedule.ts'

interface Calendar {
  day: string
  stops: readonly Stop[]
  /** The origin of Engawa's URLs, such as `https://engawa.example`. */
  origin: string
  now: Date
}

/**
 * The maximum length of a line in a calendar file. RFC 5545 allows 75 bytes, without the line
 * break.
 */
const MAX_LINE_BYTES = 75

/**
 * Writes a day of viewings as a calendar file (RFC 5545). All times are in the time zone of Japan.
 */
export function toIcs({ day, stops, origin, now }: Calendar) {
  const stamp = utc(now)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Engawa//Viewing plan//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    property('X-WR-CALNAME', `Viewings on ${longDay(day)}`),
    'X-WR-TIMEZONE:Asia/Tokyo',
    ...TOKYO,
    ...stops.flatMap((stop) => toEvent(stop, { day, origin, stamp })),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/**
 * The time zone of Japan for calendar files. It has no rule for daylight saving time, because Japan
 * has had none since 1951.
 */
const TOKYO = [
  'BEGIN:VTIMEZONE',
  'TZID:Asia/Tokyo',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0900',
  'TZOFFSETTO:+0900',
  'TZNAME:JST',
  'END:STANDARD',
  'END:VTIMEZONE',
]

function toEvent(
  stop: Stop,
  { day, origin, stamp }: { day: string; origin: string; stamp: string },
) {
  const { visit, listing, position, begin, end } = stop
  const url = `${origin}/listings/${visit.listingId}`
  const location = listing?.address ?? listing?.place?.ja
  return [
    'BEGIN:VEVENT',
    // The event id contains the id of the house, which never changes. If a person imports a changed
    // plan, the calendar therefore moves the existing event and adds no second one.
    property('UID', `visit-${visit.listingId}@${new URL(origin).hostname}`),
    `DTSTAMP:${stamp}`,
    `DTSTART;TZID=Asia/Tokyo:${localTime(day, begin)}`,
    `DTEND;TZID=Asia/Tokyo:${localTime(day, end)}`,
    property('SUMMARY', `Viewing: ${listing?.title ?? 'a house'}`),
    ...(location ? [property('LOCATION', location)] : []),
    // Calendar apps show `GEO` as an exact position, so only the person's own pin is written.
    ...(position?.isPin ? [`GEO:${position.latitude};${position.longitude}`] : []),
    property('DESCRIPTION', descriptionOf(stop, url)),
    `URL:${url}`,
    `STATUS:${visit.time ? 'CONFIRMED' : 'TENTATIVE'}`,
    'END:VEVENT',
  ]
}

function descriptionOf({ visit, position }: Stop, url: string) {
  const { time, name, phone, remark } = visit
  return [
    time
      ? `Appointment at ${time}${name ? ` with ${name}` : ''}`
      : `No appointment: the time is an estimate${name ? `. Contact: ${name}` : ''}`,
    phone && `Phone: ${phone}`,
    remark,
    position?.precision,
    url,
  ]
    .filter(Boolean)
    .join('\n')
}

/**
 * The time at `minutes` after midnight of `day`, in the format of calendar files. From 1440 minutes
 * on, the time is on the next day.
 */
function localTime(day: string, minutes: number) {
  return utc(new Date(Date.parse(`${day}T00:00Z`) + minutes * 60_000)).slice(0, -1)
}

function utc(moment: Date) {
  return moment.toISOString().replace(/[-:]|\.\d+/g, '')
}

function property(name: string, text: string) {
  return `${name}:${text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')}`
}

/** Breaks a line between characters. Each continuation line begins with a space. */
function fold(line: string) {
  const lines: string[] = []
  let bytes = 0
  let part = ''
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (bytes + size > MAX_LINE_BYTES) {
      lines.push(part)
      part = ' '
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...lines, part].join('\r\n')
}
