import { differenceInMilliseconds } from 'date-fns/differenceInMilliseconds'
import { differenceInSeconds } from 'date-fns/differenceInSeconds'
import webPush from 'web-push'

const TIMEOUT_MS = 10_000
/** The longest time for which push services keep a message: four weeks. */
const MAX_TTL_SECONDS = 28 * 24 * 3600

export interface Delivery {
  endpoint: string
  p256dh: string
  auth: string
  payload: string
  uselessAt: Date
}

interface Sender {
  publicKey: string
  privateKey: string
  /** Where push services can report problems, as a `mailto:` or `https:` URL. */
  contact: string
}

/**
 * Encrypts a message and sends it to the push service.
 * @throws if the push service does not answer in time.
 */
export async function sendPush(
  { endpoint, p256dh, auth, payload, uselessAt }: Delivery,
  { publicKey, privateKey, contact }: Sender,
  now: Date,
) {
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    payload,
    {
      vapidDetails: { subject: contact, publicKey, privateKey },
      TTL: Math.min(Math.max(differenceInSeconds(uselessAt, now), 0), MAX_TTL_SECONDS),
      // No topic: FCM keeps only four messages with different topics for a device. A message that was
      // sent twice has the same tag, so the device shows it once.
      urgency: 'normal',
    },
  )
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]),
    ...(body && { body: new Uint8Array(body) }),
    // A redirect could lead to a host that is no push service.
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await response.body?.cancel()
  return {
    status: response.status,
    retryAfterMs: readRetryAfter(response.headers.get('retry-after'), now),
  }
}

/** Reads `Retry-After`, which is a number of seconds or a date. */
function readRetryAfter(value: string | null, now: Date) {
  if (value === null) return 0
  const ms = /^\d+$/.test(value)
    ? Number(value) * 1000
    : differenceInMilliseconds(new Date(value), now)
  return Number.isFinite(ms) ? Math.max(ms, 0) : 0
}
