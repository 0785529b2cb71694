import type { QueryClient } from '@tanstack/react-query'
import { notFound, type ParsedLocation, redirect } from '@tanstack/react-router'
import { hasSharedList, readSharedHouses } from '#client/data/shared-houses.ts'
import { findLinked } from '#client/features/sharing/linked-listing.ts'
import { NeedsSubscription } from '#client/features/subscription/needs-subscription.ts'

/**
 * The pages of one house. A guest (a partner without a subscription) may open these pages for the
 * houses of the shared shortlist.
 */
const HOUSE_PAGES = /^\/listings\/([\w-]+)(?:\/(?:driver|print))?$/
/**
 * Pages that a guest (a partner without a subscription) may open besides the pages of one house.
 */
const GUEST_PAGES = ['/viewing-plan', '/viewing-plan/print']
/** The pages that open when the app starts or when a person signs in. */
const START_PAGES = ['/listings', '/favorites']

/**
 * Admits a guest (a partner without a subscription) to the pages of the shared houses. For every
 * other page, throws a redirect, a not-found error or `NeedsSubscription`.
 * @throws a redirect, a not-found error or {NeedsSubscription}, for every other page.
 */
export async function admitGuest(queryClient: QueryClient, location: ParsedLocation) {
  const { pathname } = location
  const linked = findLinked(location)
  const id = HOUSE_PAGES.exec(pathname)?.[1]
  const isListOrPlan = [...GUEST_PAGES, ...START_PAGES].includes(pathname)
  if (id === undefined && !isListOrPlan) throw new NeedsSubscription('none')
  const houses = await readSharedHouses(queryClient, id ?? linked?.id)
  if (GUEST_PAGES.includes(pathname) && houses) return
  if (id !== undefined && houses?.includes(id)) return
  // The owner of the shortlist may have sent the partner the catalogue link of a shared house. The
  // partner cannot open the catalogue, so redirect to the page of the house.
  if (linked && houses?.includes(linked.id)) {
    throw redirect({ to: '/listings/$id', params: { id: linked.id }, replace: true })
  }
  if (linked) throw notFound({ data: linked })
  // The shortlist page lists the shared houses. If the shortlist is closed, that page says why.
  if (isListOrPlan && (await hasSharedList(queryClient))) {
    throw redirect({ to: '/shortlist', replace: true })
  }
  throw new NeedsSubscription('none')
}
