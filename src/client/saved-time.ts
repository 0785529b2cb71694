/** When something was saved, in milliseconds, as it is said of it: `14:05 today`, `Nov 3, 09:12`. */
export function formatSavedAt(savedAt: number, now: Date) {
  const moment = new Date(savedAt)
  const time = [moment.getHours(), moment.getMinutes()].map(twoDigits).join(':')
  if (moment.toDateString() === now.toDateString()) return `${time} today`
  // In English everywhere, as the language demands: `Tue Nov 03 2026`.
  const [, month] = moment.toDateString().split(' ')
  const year = moment.getFullYear() === now.getFullYear() ? '' : `, ${moment.getFullYear()}`
  return `${month} ${moment.getDate()}${year}, ${time}`
}

function twoDigits(number: number) {
  return String(number).padStart(2, '0')
}
