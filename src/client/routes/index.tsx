import { createFileRoute, redirect } from '@tanstack/react-router'
import { findHome, knownAccount } from '#client/data/account.ts'
import { hasSharedList } from '#client/data/shortlist.ts'

export const Route = createFileRoute('/')({
  beforeLoad: async ({ context }) => {
    const { queryClient } = context
    const account = await knownAccount(queryClient)
    const home = findHome(queryClient, account)
    const isPartner = account && home !== '/listings' && (await hasSharedList(queryClient))
    throw redirect({ to: isPartner ? '/shortlist' : home, replace: true })
  },
})
