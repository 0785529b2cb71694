/**
 * The HTTP statuses for a person who must first sign in or pay. Until then, a retry cannot succeed.
 */
const UP_TO_PERSON = [401, 403]
/**
 * The HTTP statuses for a timeout, a request that came too early, and a rate limit. A retry may
 * succeed.
 */
const TEMPORARY = [408, 425, 429]
/**
 * The HTTP statuses for a listing that is gone and for too many favorites. The app shows the
 * server's reason.
 */
const EXPLAINED = [404, 409]

/**
 * Classifies the refusal of a background request. `temporary`: retry later. `up to the person`:
 * wait until the person signs in or pays. `explained`: show the server's sentence, and do not
 * retry. `faulty`: do not retry. Responses of a proxy or captive portal count as `temporary`.
 */
export function kindOfRefusal({ status, isOurs }: { status: number; isOurs: boolean }) {
  if (!isOurs || status >= 500 || TEMPORARY.includes(status)) return 'temporary'
  if (UP_TO_PERSON.includes(status)) return 'up to the person'
  return EXPLAINED.includes(status) ? 'explained' : 'faulty'
}
