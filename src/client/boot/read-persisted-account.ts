import type { Account } from '#contract/account.ts'

interface PersistedAccount {
  data: Account
  /** When the app received the account, in milliseconds of the device's clock. */
  dataUpdatedAt: number
}

/** Reads the persisted account without validation. Throws if there is none. */
export function readPersistedAccount(): PersistedAccount {
  return JSON.parse(localStorage.account).clientState.queries[0].state
}
