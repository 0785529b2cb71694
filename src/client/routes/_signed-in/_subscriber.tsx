import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createFileRoute,
  notFound,
  Outlet,
  type ParsedLocation,
  redirect,
  useMatch,
  useRouter,
} from '@tanstack/react-router'
import { useEffect } from 'react'
import { listingAccess } from '#client/data/account.ts'
import { hasSharedList, readSharedHouses, shortlistQuery } from '#client/data/shortlist.ts'
import { InstallOffer } from '#client/features/install/install-offer.tsx'
import { findLinked } from '#client/features/sharing/linked-listing.ts'
import { ErrorPage } from '#client/features/shell/error-page.tsx'
import { NeedsSubscription } from '#client/features/subscription/needs-subscription.ts'
import { SubscriptionRequired } from '#client/features/subscription/subscription-required.tsx'
import { UnconfirmedSubscription } from '#client/features/subscription/unconfirmed-subscription.tsx'
import type { ListingLink } from '#contract/shared-path.ts'
import { LinkedListing } from '../-linked-listing.tsx'

/** The pages of one house. A reader opens them for the houses of the shared shortlist. */
const HOUSE_PAGES = /^\/listings\/([\w-]+)(?:\/(?:driver|print))?$/
/** The other pages of a reader. */
const READER_PAGES = ['/viewing-plan', '/viewing-plan/print']
/** The pages on which the app starts, and to which signing in leads. */
const START_PAGES = ['/listings', '/favorites']

/**
 * Guards routes that need access to listings. An error thrown here also keeps their loaders from
 * running.
 */
export const Route = createFileRoute('/_signed-in/_subscriber')({
  beforeLoad: ({ context: { queryClient }, location }) => {
    const access = listingAccess(queryClient)
    if (access === 'granted') return
    const { pathname } = location
    const mayBeReader = [...READER_PAGES, ...START_PAGES].includes(pathname)
    if (access === 'unconfirmed' || (!mayBeReader && !HOUSE_PAGES.test(pathname))) {
      throw new NeedsSubscription(access)
    }
    return admitReader(queryClient, location)
  },
  component: Subscriber,
  errorComponent: ({ error }) => {
    if (!(error instanceof NeedsSubscription)) return <ErrorPage error={error} />
    return error.access === 'unconfirmed' ? <UnconfirmedSubscription /> : <SubscriptionRequired />
  },
  notFoundComponent: ({ data }) => <LinkedListing link={data as ListingLink} openedBy="member" />,
})

/**
 * Admits a partner without a subscription to the pages of the shared houses. Throws where to go, or
 * what to show, in place of other pages.
 */
async function admitReader(queryClient: QueryClient, location: ParsedLocation) {
  const { pathname } = location
  const linked = findLinked(location)
  const id = HOUSE_PAGES.exec(pathname)?.[1]
  const houses = await readSharedHouses(queryClient, id ?? linked?.id)
  if (READER_PAGES.includes(pathname) && houses) return
  if (id !== undefined && houses?.includes(id)) return
  // The owner may have sent the link to a house of the list.
  if (linked && houses?.includes(linked.id)) {
    throw redirect({ to: '/listings/$id', params: { id: linked.id }, replace: true })
  }
  if (linked) throw notFound({ data: linked })
  // While the list is closed, its page says why.
  const leadsToList = [...READER_PAGES, ...START_PAGES].includes(pathname)
  if (leadsToList && (await hasSharedList(queryClient))) {
    throw redirect({ to: '/shortlist', replace: true })
  }
  throw new NeedsSubscription('none')
}

function Subscriber() {
  useSharedHouses()
  const isSearching = useMatch({ from: '/_signed-in/_subscriber/listings', shouldThrow: false })
  return (
    <>
      <Outlet />
      <InstallOffer inView={isSearching !== undefined} />
    </>
  )
}

/**
 * Runs the guard again when the shared houses of a reader change. Otherwise a house that is no
 * longer shared would stay open.
 */
function useSharedHouses() {
  const router = useRouter()
  const isReader = listingAccess(useQueryClient()) === 'none'
  const { data } = useQuery({
    ...shortlistQuery,
    enabled: isReader,
    meta: { ...shortlistQuery.meta, hidesAge: true },
  })
  const houses =
    data && (data.shortlist?.houses.map(({ listing_id }) => listing_id).join(' ') ?? '')
  useEffect(() => {
    if (isReader && houses !== undefined) void router.invalidate()
  }, [router, isReader, houses])
}
