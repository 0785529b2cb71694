/** Not signed in (any more), or without access: asking again does not help, a person may. */
const UP_TO_PERSON = [401, 403]
/** Too slow, too early, too often. */
const PASSING = [408, 425, 429]

/**
 * What a refusal means for a change: it is given up, it waits for its person, or it is sent again
 * by and by. What a proxy or a portal says of it, and not our server, counts for nothing.
 */
export function meaningOf({ status, isOurs }: { status: number; isOurs: boolean }) {
  if (!isOurs || status >= 500 || PASSING.includes(status)) return 'passing'
  return UP_TO_PERSON.includes(status) ? 'up to the person' : 'final'
}
