import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api.ts'
import { session } from '#client/session.ts'
import { type Account, getAccount } from '#contract/account.ts'

/** The signed-in person and what they pay for; null for a visitor. */
export const accountQuery = queryOptions<Account | null>({
  queryKey: ['account'],
  queryFn: ({ signal }) => fetchAccount(signal),
  // A visitor is known without asking, so that nothing waits for it.
  initialData: () => (session.token() ? undefined : null),
  staleTime: 30_000,
})

async function fetchAccount(signal: AbortSignal): Promise<Account | null> {
  const token = session.token()
  if (!token) return null
  try {
    const account = await call(getAccount, {}, signal)
    if (session.token() === token) {
      session.identify(token, account.user.id)
      return account
    }
  } catch (error) {
    if (session.token() === token) throw error
  }
  // While we waited the session has ended, by this refusal or elsewhere, or another has started.
  return fetchAccount(signal)
}
