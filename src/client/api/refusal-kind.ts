/**
 * The statuses after which the person must sign in (401) or pay (403). A retry alone does not help.
 */
const UP_TO_PERSON = [401, 403]
/**
 * The statuses for a timeout, a request that came too early, and a rate limit. A retry may succeed.
 */
const TEMPORARY = [408, 425, 429]
/**
 * The statuses whose reason the person is told: the listing is gone (404), or there are too many
 * favorites (409).
 */
const EXPLAINED = [404, 409]

/**
 * Classifies the refusal of a background request. `explained` and `faulty` are final. The person
 * sees the server's sentence for `explained` only. An `up to the person` request waits until the
 * person signs in or pays, and a `temporary` one is retried. Responses of a proxy or captive portal
 * count as `temporary`.
 */
export function kindOfRefusal({ status, isOurs }: { status: number; isOurs: boolean }) {
  if (!isOurs || status >= 500 || TEMPORARY.includes(status)) return 'temporary'
  if (UP_TO_PERSON.includes(status)) return 'up to the person'
  return EXPLAINED.includes(status) ? 'explained' : 'faulty'
}
