import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountQuery, listingAccess } from '#client/data/account.ts'
import { shortlistQuery } from '#client/data/shortlist.ts'
import type { Reach } from '#contract/access.ts'

/**
 * The houses to which the screens lead the signed-in person. The partner of a shortlist without a
 * subscription is led to the shortlist, also while it is closed.
 */
export function useReach(): Reach {
  const queryClient = useQueryClient()
  const { data: account } = useQuery(accountQuery)
  const hasNone = Boolean(account) && listingAccess(queryClient) === 'none'
  const { data } = useQuery({
    ...shortlistQuery,
    enabled: hasNone,
    // The pages that show the list refetch it. The links need no refetch.
    refetchInterval: false,
    meta: { ...shortlistQuery.meta, hidesAge: true },
  })
  if (!hasNone) return account ? 'catalogue' : 'none'
  return data?.shortlist?.role === 'partner' ? 'shortlist' : 'none'
}
