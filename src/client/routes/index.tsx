import { createFileRoute, redirect } from '@tanstack/react-router'
import { now } from '#client/clock.ts'
import { knownAccount } from '#client/data/account.ts'
import { homeOf } from '#contract/access.ts'

export const Route = createFileRoute('/')({
  beforeLoad: async ({ context }) => {
    const account = await knownAccount(context.queryClient)
    throw redirect({ to: homeOf(account, now()), replace: true })
  },
})
