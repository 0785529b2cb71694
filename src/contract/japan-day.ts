/** Japan is always nine hours ahead of UTC. It has no daylight saving time. */
const AHEAD_MS = 9 * 3_600_000

/** The day in Japan at an instant, such as `2026-11-25`. The device may be in another time zone. */
export function dayInJapan(at: Date) {
  return new Date(at.getTime() + AHEAD_MS).toISOString().slice(0, 10)
}

/**
 * The instant `minutes` after midnight of a day in Japan. 1440 minutes are midnight of the next
 * day.
 */
export function momentInJapan(day: string, minutes: number) {
  return new Date(Date.parse(`${day}T00:00Z`) - AHEAD_MS + minutes * 60_000)
}
