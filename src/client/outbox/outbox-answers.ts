/** Not signed in (any more), or without access: asking again does not help, a person may. */
const UP_TO_PERSON = [401, 403]
/** Too slow, too early, too often. */
const PASSING = [408, 425, 429]
/** The listing is gone, or the account has as many favorites as it can: the person is told why. */
const EXPLAINED = [404, 409]

/**
 * What a refusal means for a change. `explained` and `faulty` give it up, and the first also shows its
 * person the server's sentence. The others wait for the person, or are sent again by and by. What a
 * proxy or a portal says of it, and not our server, counts for nothing.
 */
export function meaningOf({ status, isOurs }: { status: number; isOurs: boolean }) {
  if (!isOurs || status >= 500 || PASSING.includes(status)) return 'passing'
  if (UP_TO_PERSON.includes(status)) return 'up to the person'
  return EXPLAINED.includes(status) ? 'explained' : 'faulty'
}
