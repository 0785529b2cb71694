import { receipts } from '#client/session/receipts.ts'

/**
 * Tells the server to end the sessions that have ended on this device. If the server is
 * unreachable, the worker or the next start tries again.
 */
export function endSessionsOnServer() {
  if (receipts.queued().length === 0) return
  // If the code fails to load, the next start tries again.
  void import('./hand-in-receipts.ts').then(
    ({ handInReceipts }) => handInReceipts(),
    () => undefined,
  )
}
