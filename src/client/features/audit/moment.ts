const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** `Nov 21, 2026, 14:05:09`, in UTC. */
export function formatMoment(time: string) {
  return moment.format(new Date(time))
}
