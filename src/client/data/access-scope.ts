import type { AccessScope } from '#contract/access.ts'
import type { Shortlist } from '#contract/shortlist.ts'
import type { ListingAccess } from './account.ts'

/**
 * Returns which houses the app links to: all houses, those of the shortlist, or none. A guest is a
 * partner in a shortlist who has no access of their own. For a guest, the result is `shortlist`,
 * even while the shortlist is closed.
 */
export function knownAccessScope(
  access: ListingAccess,
  shortlist: Shortlist | null | undefined,
): AccessScope {
  if (access !== 'none') return 'catalogue'
  return shortlist?.role === 'partner' ? 'shortlist' : 'none'
}
