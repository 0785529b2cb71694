import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountQuery, listingAccess } from '#client/data/account.ts'
import { shortlistQuery } from '#client/data/shortlist.ts'
import type { Reach } from '#contract/access.ts'

/**
 * The houses to which the app offers links. A partner without a subscription gets links to the
 * shared shortlist, even while the shortlist is closed.
 */
export function useReach(): Reach {
  const queryClient = useQueryClient()
  const { data: account } = useQuery(accountQuery)
  const lacksAccess = Boolean(account) && listingAccess(queryClient) === 'none'
  const { data } = useQuery({
    ...shortlistQuery,
    enabled: lacksAccess,
    // The pages that show the shortlist refetch it every few seconds. The links need no refetch.
    refetchInterval: false,
    meta: { ...shortlistQuery.meta, hidesAge: true },
  })
  if (!lacksAccess) return account ? 'catalogue' : 'none'
  return data?.shortlist?.role === 'partner' ? 'shortlist' : 'none'
}
