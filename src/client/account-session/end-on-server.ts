import { revocationTokens } from '#client/session/revocation-tokens.ts'

/**
 * Ends sessions on the server after they have ended on this device. If the server is unreachable,
 * the service worker or the next start of the app tries again.
 */
export function endSessionsOnServer() {
  if (revocationTokens.queued().length === 0) return
  // If the code that sends the revocation tokens fails to load, the next start of the app sends
  // them.
  void import('./send-revocation-tokens.ts').then(
    ({ sendRevocationTokens }) => sendRevocationTokens(),
    () => undefined,
  )
}
