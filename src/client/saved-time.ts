import { once } from './once.ts'

const time = once(
  () => new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
)
const day = once(() => new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' }))
const dayOfYear = once(() => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }))

/** When something was saved, in milliseconds, as it is said of it: `14:05 today`, `Nov 3, 09:12`. */
export function formatSavedAt(savedAt: number, now: Date) {
  const moment = new Date(savedAt)
  if (moment.toDateString() === now.toDateString()) return `${time().format(moment)} today`
  const date = moment.getFullYear() === now.getFullYear() ? day : dayOfYear
  return `${date().format(moment)}, ${time().format(moment)}`
}
