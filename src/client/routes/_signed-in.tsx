import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { knownAccount } from '#client/data/account.ts'
import { findLinked } from '#client/features/sharing/linked-listing.ts'
import type { Account } from '#contract/account.ts'
import type { ListingLink } from '#contract/shared-path.ts'
import { LinkedListing } from './-linked-listing.tsx'

/** Guards routes that need an account, and puts the account into their context. */
export const Route = createFileRoute('/_signed-in')({
  beforeLoad: ({ context, location }) => {
    const admit = (account: Account | null) => {
      if (account) return { account }
      const linked = findLinked(location)
      // Throw `notFound`, because it keeps the server-rendered page. After an ordinary error, React
      // would discard the page.
      if (linked) throw notFound({ data: linked })
      throw redirect({ to: '/login', search: { from: location.href }, replace: true })
    }
    const account = knownAccount(context.queryClient)
    return account instanceof Promise ? account.then(admit) : admit(account)
  },
  notFoundComponent: ({ data }) => <LinkedListing link={data as ListingLink} openedBy="visitor" />,
})
