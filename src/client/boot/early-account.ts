import type { Account } from '#contract/account.ts'

interface PersistedAccount {
  data: Account
  dataUpdatedAt: number
}

/**
 * Reads the persisted account without validation, before the app has loaded. Throws if there is
 * none.
 */
export function readPersistedAccount(): PersistedAccount {
  return JSON.parse(localStorage.account).clientState.queries[0].state
}
