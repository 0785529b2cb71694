import { createFileRoute, redirect } from '@tanstack/react-router'
import { accountQuery } from '#client/data/account.ts'
import { homeOf } from '#contract/subscription.ts'

export const Route = createFileRoute('/')({
  beforeLoad: async ({ context }) => {
    const account = await context.queryClient.ensureQueryData(accountQuery)
    throw redirect({ to: homeOf(account, new Date()), replace: true })
  },
})
