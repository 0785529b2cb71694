import { createFileRoute, notFound, Outlet, useMatch } from '@tanstack/react-router'
import { listingAccess } from '#client/data/account.ts'
import { isSharedHouse } from '#client/data/shortlist.ts'
import { InstallOffer } from '#client/features/install/install-offer.tsx'
import { findLinked } from '#client/features/sharing/linked-listing.ts'
import { ErrorPage } from '#client/features/shell/error-page.tsx'
import { NeedsSubscription } from '#client/features/subscription/needs-subscription.ts'
import { SubscriptionRequired } from '#client/features/subscription/subscription-required.tsx'
import { UnconfirmedSubscription } from '#client/features/subscription/unconfirmed-subscription.tsx'
import type { ListingLink } from '#contract/shared-path.ts'
import { LinkedListing } from '../-linked-listing.tsx'

/** The pages of one house. A partner opens them for the houses of a shared shortlist. */
const HOUSE_PAGES = /^\/listings\/([\w-]+)(?:\/(?:driver|print))?$/

/**
 * Guards routes that need access to listings. If this guard throws, the loaders of these routes do
 * not run.
 */
export const Route = createFileRoute('/_signed-in/_subscriber')({
  beforeLoad: ({ context, location }) => {
    const access = listingAccess(context.queryClient)
    if (access === 'granted') return
    const refuse = () => {
      const linked = access === 'none' && findLinked(location)
      if (linked) throw notFound({ data: linked })
      throw new NeedsSubscription(access)
    }
    const id = HOUSE_PAGES.exec(location.pathname)?.[1]
    if (access === 'unconfirmed' || id === undefined) return refuse()
    return isSharedHouse(context.queryClient, id).then((isShared) => isShared || refuse())
  },
  component: Subscriber,
  errorComponent: ({ error }) => {
    if (!(error instanceof NeedsSubscription)) return <ErrorPage error={error} />
    return error.access === 'unconfirmed' ? <UnconfirmedSubscription /> : <SubscriptionRequired />
  },
  notFoundComponent: ({ data }) => <LinkedListing link={data as ListingLink} openedBy="member" />,
})

function Subscriber() {
  const isSearching = useMatch({ from: '/_signed-in/_subscriber/listings', shouldThrow: false })
  return (
    <>
      <Outlet />
      <InstallOffer inView={isSearching !== undefined} />
    </>
  )
}
