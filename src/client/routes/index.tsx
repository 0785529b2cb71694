import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { findHome, knownAccount } from '#client/data/account.ts'

export const Route = createFileRoute('/')({
  beforeLoad: async ({ context }) => {
    const { queryClient } = context
    const account = await knownAccount(queryClient)
    const home = findHome(queryClient, account)
    const isPartner = account && home !== '/listings' && (await isPartnerOfList(queryClient))
    throw redirect({ to: isPartner ? '/shortlist' : home, replace: true })
  },
})

async function isPartnerOfList(queryClient: QueryClient) {
  const { hasSharedList } = await import('#client/data/shared-houses.ts')
  return hasSharedList(queryClient)
}
