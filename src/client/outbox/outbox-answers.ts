/** Not signed in, or without access. A retry does not help, but the person can sign in or pay. */
const UP_TO_PERSON = [401, 403]
/** Timeout, too early, rate limit: a retry may succeed. */
const PASSING = [408, 425, 429]
/** The listing is gone, or the favorites are full. The person is told why. */
const EXPLAINED = [404, 409]

/**
 * Classifies the response to a change. `explained` and `faulty` drop it, and `explained` shows the
 * server's sentence. `up to the person` waits for the person, and `passing` is retried. Responses
 * of a proxy or captive portal count as `passing`.
 */
export function meaningOf({ status, isOurs }: { status: number; isOurs: boolean }) {
  if (!isOurs || status >= 500 || PASSING.includes(status)) return 'passing'
  if (UP_TO_PERSON.includes(status)) return 'up to the person'
  return EXPLAINED.includes(status) ? 'explained' : 'faulty'
}
