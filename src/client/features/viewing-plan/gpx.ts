import { formatMinutes, longDay } from '#client/notes/japan-day.ts'
import type { Stop } from './schedule.ts'

interface Waypoints {
  day: string
  stops: readonly Stop[]
  /** The origin of Engawa's URLs, such as `https://engawa.example`. */
  origin: string
  now: Date
}

/** Writes the houses of a day as waypoints (GPX 1.1). Houses without a known place are left out. */
export function toGpx({ day, stops, origin, now }: Waypoints) {
  const waypoints = stops.flatMap((stop, index) => toWaypoint(stop, index + 1, origin))
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="Engawa">
  <metadata>
    <name>${escapeXml(`Viewings on ${longDay(day)}`)}</name>
    <time>${now.toISOString()}</time>
  </metadata>
${waypoints.join('\n')}
</gpx>
`
}

/** Writes a house as a waypoint. The schema of GPX 1.1 prescribes the order of the elements. */
function toWaypoint({ visit, listing, position, begin }: Stop, number: number, origin: string) {
  if (!position) return []
  const { latitude, longitude, precision, isPin } = position
  const texts = [
    isPin ? '' : 'This point is the center of an area, not the house itself.',
    precision,
    `${visit.time ? 'Appointment' : 'Planned'} at ${formatMinutes(begin)}.`,
    listing?.address,
  ]
  return [
    `  <wpt lat="${latitude}" lon="${longitude}">
    <name>${escapeXml(`${number}. ${listing?.title ?? 'House'}`)}</name>
    <desc>${escapeXml(texts.filter(Boolean).join(' '))}</desc>
    <link href="${escapeXml(`${origin}/listings/${visit.listingId}`)}"><text>Engawa</text></link>
    <sym>${isPin ? 'Pin, Green' : 'Pin, Blue'}</sym>
    <type>${isPin ? 'pin' : 'area'}</type>
  </wpt>`,
  ]
}

function escapeXml(text: string) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
