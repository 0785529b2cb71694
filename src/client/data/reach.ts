import type { Reach } from '#contract/access.ts'
import type { Shortlist } from '#contract/shortlist.ts'
import type { ListingAccess } from './account.ts'

/**
 * The houses to which the app offers links. A reader is a person with the reach `shortlist`: the
 * partner of a shortlist, without a subscription. A reader gets links to the shared shortlist also
 * while the list is closed.
 */
export function reachBy(access: ListingAccess, shortlist: Shortlist | null | undefined): Reach {
  if (access !== 'none') return 'catalogue'
  return shortlist?.role === 'partner' ? 'shortlist' : 'none'
}
