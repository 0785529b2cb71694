import type { Account } from '#contract/account.ts'

interface KeptAccount {
  data: Account
  dataUpdatedAt: number
}

/** What was kept of the account, before the app is there to check it. Throws where nothing was. */
export function readKeptAccount(): KeptAccount {
  return JSON.parse(localStorage.account).clientState.queries[0].state
}
