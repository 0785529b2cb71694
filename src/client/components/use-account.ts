import { useQuery } from '@tanstack/react-query'
import { failureOf } from '#client/api/failures.ts'
import { serverTimeOf } from '#client/browser/clock.ts'
import { accountQuery } from '#client/data/account.ts'

/** The account, asked for anew whenever somebody looks: another tab may have changed what it pays for. */
export function useAccount() {
  const query = useQuery({
    ...accountQuery,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
  const { data, dataUpdatedAt, refetch } = query
  return {
    /** Null once somebody has signed out. */
    account: data,
    /** When the server last said what it is. */
    askedAt: serverTimeOf(dataUpdatedAt),
    /** Whether it was asked in vain since. */
    hasFailed: failureOf(query) !== null,
    askAgain: () => void refetch(),
  }
}
