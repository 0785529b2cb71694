import { createFileRoute, redirect } from '@tanstack/react-router'
import { knownAccount } from '#client/data/account.ts'
import type { Account } from '#contract/account.ts'

/** Everything below needs an account, and finds it in the route's context. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: ({ context, location }) => {
    const letIn = (account: Account | null) => {
      if (!account) throw redirect({ to: '/login', search: { from: location.href }, replace: true })
      return { account }
    }
    const account = knownAccount(context.queryClient)
    return account instanceof Promise ? account.then(letIn) : letIn(account)
  },
})
