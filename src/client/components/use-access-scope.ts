import { useQuery, useQueryClient } from '@tanstack/react-query'
import { accountQuery, knownAccessScope, listingAccess } from '#client/data/account.ts'
import { shortlistQuery } from '#client/data/shortlist.ts'
import type { AccessScope } from '#contract/access.ts'

/**
 * The houses that the person may open, computed from the cached account and shortlist: all houses,
 * the houses of a shared shortlist, or none. `none` for a visitor.
 */
export function useAccessScope(): AccessScope {
  const queryClient = useQueryClient()
  const { data: account } = useQuery(accountQuery)
  const access = listingAccess(queryClient)
  const { data } = useQuery({
    ...shortlistQuery,
    enabled: Boolean(account) && access === 'none',
    // Do not poll here. Only the pages that show the shortlist need a refetch every few seconds.
    refetchInterval: false,
    meta: { showsDataAge: false },
  })
  return account ? knownAccessScope(access, data?.shortlist) : 'none'
}
