import { createFileRoute, redirect } from '@tanstack/react-router'
import { findHome, knownAccount } from '#client/data/account.ts'

export const Route = createFileRoute('/')({
  beforeLoad: async ({ context }) => {
    const { queryClient } = context
    const account = await knownAccount(queryClient)
    throw redirect({ to: findHome(queryClient, account), replace: true })
  },
})
