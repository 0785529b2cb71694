/** When something was saved, in milliseconds, within a sentence: `at 14:05`, `on Nov 3, 09:12`. */
export function sayWhen(savedAt: number, now: Date) {
  const moment = new Date(savedAt)
  return isSameDay(moment, now) ? `at ${timeOf(moment)}` : `on ${formatSavedAt(savedAt, now)}`
}

/** When something was saved, in milliseconds, in a table: `14:05 today`, `Nov 3, 09:12`. */
export function formatSavedAt(savedAt: number, now: Date) {
  const moment = new Date(savedAt)
  const time = timeOf(moment)
  if (isSameDay(moment, now)) return `${time} today`
  // In English everywhere, as the language demands: `Tue Nov 03 2026`.
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
