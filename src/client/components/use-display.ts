import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '#client/data/account.ts'
import type { Account } from '#contract/account.ts'

/** The currency and the area unit of the signed-in person. Undefined for visitors. */
export function useDisplay() {
  // Only read the cache, and send no request. The guards load the account, so a list of houses must
  // not fetch the account again.
  return useQuery({ ...accountQuery, enabled: false, select }).data
}

const select = (account: Account | null) => account?.display
