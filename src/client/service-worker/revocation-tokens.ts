import { del, keys } from 'idb-keyval'
import { kindOfRefusal } from '#client/api/refusal-kind.ts'
import { openRevocationTokenStore } from '#client/session/revocation-token-store.ts'
import { REQUEST_TIMEOUT_MS } from '#client/sync/request-timeout.ts'

/**
 * Sends the waiting revocation tokens to the server. Each revocation token belongs to a session
 * that ended on this device while the server was unreachable. The server then ends the session too.
 * @throws if a retry may help. Background Sync then retries.
 */
export async function sendRevocationTokens() {
  const store = openRevocationTokenStore()
  for (const revocationToken of await keys(store)) {
    const response = await fetch('/v1/auth/receipts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ receipt: revocationToken }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    // Parsing rejects the page of a captive portal, because such a page is not JSON.
    const { detail } = await response.json()
    const isOurs = typeof detail === 'string'
    if (!response.ok && kindOfRefusal({ status: response.status, isOurs }) === 'temporary') {
      throw new Error(`The server answered with ${response.status}`)
    }
    await del(revocationToken, store)
  }
}
