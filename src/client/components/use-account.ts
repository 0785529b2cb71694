import { useQuery } from '@tanstack/react-query'
import { latestFailure } from '#client/api/failures.ts'
import { serverTimeOf } from '#client/browser/clock.ts'
import { accountQuery } from '#client/data/account.ts'

/**
 * The account. It is refetched on every mount and focus, because another tab may have changed the
 * subscription.
 */
export function useAccount() {
  const query = useQuery({
    ...accountQuery,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
  const { data, dataUpdatedAt, refetch } = query
  return {
    /** The account of the signed-in person. Null after signing out. */
    account: data,
    fetchedAt: serverTimeOf(dataUpdatedAt),
    /** Whether a request after `fetchedAt` failed. */
    hasFailed: latestFailure(query) !== null,
    refetch: () => void refetch(),
  }
}
