import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '#client/data/account.ts'
import type { Account } from '#contract/account.ts'

/** The currency and the area unit of the signed-in person. Undefined for visitors. */
export function useDisplay() {
  // Only read the cache. The guards load the account, and a list of houses must not fetch it again.
  return useQuery({ ...accountQuery, enabled: false, select }).data
}

const select = (account: Account | null) => account?.display
