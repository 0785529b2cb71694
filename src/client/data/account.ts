import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api.ts'
import { session } from '#client/session.ts'
import { type Account, getAccount } from '#contract/account.ts'

/** The signed-in person and what they pay for; null for a visitor. */
export const accountQuery = queryOptions<Account | null>({
  queryKey: ['account'],
  queryFn: ({ signal }) => (session.token() ? call(getAccount, {}, signal) : null),
  // A visitor is known without asking, so that nothing waits for it.
  initialData: () => (session.token() ? undefined : null),
  staleTime: 30_000,
})
