import { createFileRoute, redirect } from '@tanstack/react-router'
import { accountQuery } from '#client/data/account.ts'

/** Everything below needs an account, and finds it in the route's context. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async ({ context, location }) => {
    const account = await context.queryClient.ensureQueryData(accountQuery)
    if (!account) throw redirect({ to: '/login', search: { from: location.href }, replace: true })
    return { account }
  },
})
