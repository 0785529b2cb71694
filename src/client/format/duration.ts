/** A duration in whole minutes, in words: `45 min`, `2 h`, `2 h 4 min`. */
export function formatDuration(minutes: number) {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const parts = [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`]
  return parts.filter(Boolean).join(' ')
}
