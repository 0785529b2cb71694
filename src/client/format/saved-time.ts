/**
 * The time of saving, for a sentence: `at 14:05`, `on Nov 3, 09:12`. `savedAt` is in milliseconds.
 */
export function describeSavedAt(savedAt: number, now: Date) {
  const moment = new Date(savedAt)
  return isSameDay(moment, now) ? `at ${timeOf(moment)}` : `on ${formatSavedAt(savedAt, now)}`
}

/** The time of saving, for a table: `14:05 today`, `Nov 3, 09:12`. `savedAt` is in milliseconds. */
export function formatSavedAt(savedAt: number, now: Date) {
  const moment = new Date(savedAt)
  const time = timeOf(moment)
  if (isSameDay(moment, now)) return `${time} today`
  // `toDateString` is English in every locale: `Tue Nov 03 2026`.
  const [, month] = moment.toDateString().split(' ')
  const year = moment.getFullYear() === now.getFullYear() ? '' : `, ${moment.getFullYear()}`
  return `${month} ${moment.getDate()}${year}, ${time}`
}

function isSameDay(moment: Date, other: Date) {
  return moment.toDateString() === other.toDateString()
}

function timeOf(moment: Date) {
  return [moment.getHours(), moment.getMinutes()].map(twoDigits).join(':')
}

function twoDigits(number: number) {
  return String(number).padStart(2, '0')
}
