/** The push services of Chrome, Firefox, Edge and Safari. */
const HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
] as const
const DOMAINS = ['.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com'] as const

/**
 * Whether `endpoint` is an address at a known push service, or at one of the operator's `origins`.
 * The server sends requests to these addresses, so any other address could make it call a host of
 * the operator's network.
 */
export function isPushService(endpoint: string, origins: readonly string[]) {
  const { protocol, hostname, origin, port, username, password } = new URL(endpoint)
  if (username || password) return false
  if (origins.includes(origin)) return true
  if (protocol !== 'https:' || port) return false
  return (
    HOSTS.some((host) => hostname === host) || DOMAINS.some((domain) => hostname.endsWith(domain))
  )
}
