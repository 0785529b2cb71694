import { format } from 'date-fns/format'
import { dayInJapan } from '#contract/japan-day.ts'
import type { OwnPhoto } from '#contract/own-photo-fields.ts'

/** Says when the photo was taken or, if this time is unknown, when the person added the photo. */
export function describePhotoDay({ taken_at, added_at }: OwnPhoto) {
  return taken_at === undefined ? `Added on ${formatDay(added_at)}` : describeDayTaken(taken_at)
}

export function describeDayTaken(takenAt: string) {
  return `Taken on ${formatDay(takenAt)}`
}

/** The day in Japan, whatever the time zone of the device is: `Nov 24, 2026`. */
function formatDay(at: string) {
  return format(new Date(`${dayInJapan(new Date(at))}T12:00`), 'MMM d, yyyy')
}
