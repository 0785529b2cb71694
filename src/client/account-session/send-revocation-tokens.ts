import { del, set } from 'idb-keyval'
import { call } from '#client/api/api.ts'
import { ApiError } from '#client/api/failures.ts'
import { kindOfRefusal } from '#client/api/refusal-kind.ts'
import { createExclusiveTask } from '#client/browser/locks.ts'
import { attempt } from '#client/browser/storage.ts'
import {
  openRevocationTokenStore,
  REVOCATION_TOKENS,
} from '#client/session/revocation-token-store.ts'
import { revocationTokens } from '#client/session/revocation-tokens.ts'
import { registerSync } from '#client/sync/background-sync.ts'
import { revokeSession } from '#contract/sessions.ts'

/**
 * Ends sessions on the server after they have ended on this device. If the server is unreachable,
 * the service worker or the next start of the app tries again.
 */
export const sendRevocationTokens = createExclusiveTask(REVOCATION_TOKENS, async () => {
  for (const revocationToken of revocationTokens.queued()) {
    if (!(await sendRevocationToken(revocationToken))) return handOverToWorker()
    revocationTokens.remove(revocationToken)
    await attempt(() => del(revocationToken, openRevocationTokenStore()))
  }
})

/**
 * Sends a revocation token, which is a code that can end one session on the server, and do nothing
 * else. Resolves with false if the request must be retried.
 */
async function sendRevocationToken(revocationToken: string) {
  try {
    await call(revokeSession, { receipt: revocationToken })
    return true
  } catch (error) {
    return error instanceof ApiError && kindOfRefusal(error) !== 'temporary'
  }
}

async function handOverToWorker() {
  for (const revocationToken of revocationTokens.queued()) {
    await attempt(() => set(revocationToken, true, openRevocationTokenStore()))
  }
  await registerSync(REVOCATION_TOKENS)
}
