import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, useMatch, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAccessScope } from '#client/components/use-access-scope.ts'
import { listingAccess } from '#client/data/account.ts'
import { shortlistQuery } from '#client/data/shortlist.ts'
import { InstallOffer } from '#client/features/install/install-offer.tsx'
import { ErrorPage } from '#client/features/shell/error-page.tsx'
import { NeedsSubscription } from '#client/features/subscription/needs-subscription.ts'
import { SubscriptionRequired } from '#client/features/subscription/subscription-required.tsx'
import { UnconfirmedSubscription } from '#client/features/subscription/unconfirmed-subscription.tsx'
import type { ListingLink } from '#contract/shared-path.ts'
import { LinkedListing } from '../-linked-listing.tsx'

/**
 * Guards routes that need access to listings. If this guard throws, the loaders of these routes do
 * not run.
 */
export const Route = createFileRoute('/_signed-in/_subscriber')({
  beforeLoad: ({ context: { queryClient }, location }) => {
    const access = listingAccess(queryClient)
    if (access === 'granted') return
    if (access === 'unconfirmed') throw new NeedsSubscription(access)
    return import('./-admit-guest.ts').then(({ admitGuest }) => admitGuest(queryClient, location))
  },
  component: Subscriber,
  errorComponent: ({ error }) => {
    if (!(error instanceof NeedsSubscription)) return <ErrorPage error={error} />
    return error.access === 'unconfirmed' ? <UnconfirmedSubscription /> : <SubscriptionRequired />
  },
  notFoundComponent: ({ data }) => <LinkedListing link={data as ListingLink} openedBy="member" />,
})

function Subscriber() {
  useSharedHousesRecheck()
  const isSearching = useMatch({ from: '/_signed-in/_subscriber/listings', shouldThrow: false })
  return (
    <>
      <Outlet />
      <InstallOffer inView={isSearching !== undefined} />
    </>
  )
}

/**
 * Runs the guard again when the shared houses of a guest change. Otherwise a house that is no
 * longer shared would stay open.
 */
function useSharedHousesRecheck() {
  const router = useRouter()
  const hasCatalogue = useAccessScope() === 'catalogue'
  const { data } = useQuery({
    ...shortlistQuery,
    enabled: !hasCatalogue,
    meta: { showsDataAge: false },
  })
  const houses =
    data && (data.shortlist?.houses.map(({ listing_id }) => listing_id).join(' ') ?? '')
  useEffect(() => {
    if (!hasCatalogue && houses !== undefined) void router.invalidate()
  }, [router, hasCatalogue, houses])
}
