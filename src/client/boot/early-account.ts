import type { Account } from '#contract/account.ts'

interface KeptAccount {
  data: Account
  dataUpdatedAt: number
}

/**
 * Reads the persisted account without validation, before the app has loaded. Throws if there is
 * none.
 */
export function readKeptAccount(): KeptAccount {
  return JSON.parse(localStorage.account).clientState.queries[0].state
}
