/** A day without a time zone: `2027-03-31` becomes `Mar 31, 2027`. */
export function formatIsoDay(day: string) {
  // `toDateString` is English in every locale: `Wed Mar 31 2027`. The time is noon in the local
  // time zone, so the day stays the same.
  const [, month, date, year] = new Date(`${day}T12:00`).toDateString().split(' ')
  return `${month} ${Number(date)}, ${year}`
}
