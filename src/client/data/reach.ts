import type { Reach } from '#contract/access.ts'
import type { Shortlist } from '#contract/shortlist.ts'
import type { ListingAccess } from './account.ts'

/**
 * Decides to which houses the app offers links. A partner who has no access of their own has the
 * reach `shortlist`, and is called a reader. A reader keeps this reach while the list is closed.
 */
export function reachBy(access: ListingAccess, shortlist: Shortlist | null | undefined): Reach {
  if (access !== 'none') return 'catalogue'
  return shortlist?.role === 'partner' ? 'shortlist' : 'none'
}
