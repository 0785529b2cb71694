import { longDay } from '#client/notes/japan-day.ts'
import type { Stop } from './schedule.ts'

interface Calendar {
  day: string
  /** The origin of Engawa's URLs, such as `https://engawa.example`. */
  origin: string
  now: Date
  /** When the person last changed the plan, on any device. */
  changedAt: Date
  /** How many minutes before each viewing the calendar reminds the person. Undefined for never. */
  reminder?: number | undefined
}

export interface CancelledViewing {
  listingId: string
  title: string
  day: string
  /** When the viewing would have begun and ended, in minutes since midnight in Japan. */
  begin: number
  end: number
}

/**
 * The maximum length of a line in a calendar file. RFC 5545 allows 75 bytes, without the line
 * break.
 */
const MAX_LINE_BYTES = 75

/**
 * The first second of the sequence numbers. A sequence number is an integer of 32 bits, so it counts
 * from a recent time.
 */
const SEQUENCE_START = Date.parse('2026-01-01T00:00Z')

/**
 * Writes a day of viewings as a calendar file (RFC 5545). All times are in the time zone of Japan.
 */
export function toIcs({ stops, ...calendar }: Calendar & { stops: readonly Stop[] }) {
  return write([
    'METHOD:PUBLISH',
    property('X-WR-CALNAME', `Viewings on ${longDay(calendar.day)}`),
    'X-WR-TIMEZONE:Asia/Tokyo',
    ...TOKYO,
    ...stops.flatMap((stop) => toEvent(stop, calendar)),
  ])
}

/**
 * Writes one viewing as a calendar file. The file has no name and no method. Otherwise some calendar
 * apps would make a new calendar for it, and not update the viewing that they have.
 */
export function viewingToIcs({ stop, ...calendar }: Calendar & { stop: Stop }) {
  return write([...TOKYO, ...toEvent(stop, calendar)])
}

/** Writes a file that marks a viewing as cancelled in the calendar. */
export function cancelledToIcs({
  viewing: { listingId, title, ...times },
  ...calendar
}: Calendar & { viewing: CancelledViewing }) {
  return write([
    ...TOKYO,
    'BEGIN:VEVENT',
    ...identify(listingId, times, calendar),
    property('SUMMARY', `Viewing: ${title}`),
    'STATUS:CANCELLED',
    'END:VEVENT',
  ])
}

function write(contents: readonly string[]) {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Engawa//Viewing plan//EN',
    'CALSCALE:GREGORIAN',
    ...contents,
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

/**
 * The lines that make a calendar app move an event that it has. The id contains the id of the house,
 * which never changes. The sequence number rises with every change of the plan, and is the same on
 * all devices of the person.
 */
function identify(
  listingId: string,
  { day, begin, end }: Pick<CancelledViewing, 'day' | 'begin' | 'end'>,
  { origin, now, changedAt }: Calendar,
) {
  const sequence = Math.max(0, Math.floor((changedAt.getTime() - SEQUENCE_START) / 1000))
  return [
    property('UID', `visit-${listingId}@${new URL(origin).hostname}`),
    `DTSTAMP:${utc(now)}`,
    `LAST-MODIFIED:${utc(changedAt)}`,
    `SEQUENCE:${sequence}`,
    `DTSTART;TZID=Asia/Tokyo:${localTime(day, begin)}`,
    `DTEND;TZID=Asia/Tokyo:${localTime(day, end)}`,
  ]
}

function toEvent(stop: Stop, calendar: Calendar) {
  const { visit, listing, position, begin, end } = stop
  const url = `${calendar.origin}/listings/${visit.listingId}`
  const location = listing?.address ?? listing?.place?.ja
  const summary = `Viewing: ${listing?.title ?? 'a house'}`
  return [
    'BEGIN:VEVENT',
    ...identify(visit.listingId, { day: calendar.day, begin, end }, calendar),
    property('SUMMARY', summary),
    ...(location ? [property('LOCATION', location)] : []),
    // Calendar apps show `GEO` as an exact position, so only the person's own pin is written.
    ...(position?.isPin ? [`GEO:${position.latitude};${position.longitude}`] : []),
    property('DESCRIPTION', descriptionOf(stop, url)),
    `URL:${url}`,
    `STATUS:${visit.time ? 'CONFIRMED' : 'TENTATIVE'}`,
    ...(calendar.reminder === undefined ? [] : alarm(summary, calendar.reminder)),
    'END:VEVENT',
  ]
}

function alarm(summary: string, minutes: number) {
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    property('DESCRIPTION', summary),
    `TRIGGER:-PT${minutes}M`,
    'END:VALARM',
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
