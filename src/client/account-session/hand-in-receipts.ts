import { del, set } from 'idb-keyval'
import { call } from '#client/api/api.ts'
import { ApiError } from '#client/api/failures.ts'
import { kindOfRefusal } from '#client/api/refusal-kind.ts'
import { createTurns } from '#client/browser/locks.ts'
import { attempt } from '#client/browser/storage.ts'
import { openReceiptStore, RECEIPTS } from '#client/session/receipt-store.ts'
import { receipts } from '#client/session/receipts.ts'
import { registerSync } from '#client/sync/background-sync.ts'
import { endSessionByReceipt } from '#contract/sessions.ts'

/**
 * Ends sessions on the server after they have ended on this device. If the server is unreachable,
 * the service worker or the next start of the app tries again.
 */
export const handInReceipts = createTurns(RECEIPTS, async () => {
  for (const receipt of receipts.queued()) {
    if (!(await sendReceipt(receipt))) return handOverToWorker()
    receipts.remove(receipt)
    await attempt(() => del(receipt, openReceiptStore()))
  }
})

/**
 * Sends a receipt. A receipt is a code that can end one session on the server, and do nothing else.
 * Resolves with false if the request must be retried.
 */
async function sendReceipt(receipt: string) {
  try {
    await call(endSessionByReceipt, { receipt })
    return true
  } catch (error) {
    return error instanceof ApiError && kindOfRefusal(error) !== 'temporary'
  }
}

async function handOverToWorker() {
  for (const receipt of receipts.queued()) {
    await attempt(() => set(receipt, true, openReceiptStore()))
  }
  await registerSync(RECEIPTS)
}
