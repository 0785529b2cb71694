import type { AccessScope } from '#contract/access.ts'
import type { Shortlist } from '#contract/shortlist.ts'
import type { ListingAccess } from './account.ts'

/**
 * Returns the houses to which the app offers links. A partner without access of their own is called
 * a guest. For a guest, the result is `shortlist`, even while the list is closed.
 */
export function knownAccessScope(
  access: ListingAccess,
  shortlist: Shortlist | null | undefined,
): AccessScope {
  if (access !== 'none') return 'catalogue'
  return shortlist?.role === 'partner' ? 'shortlist' : 'none'
}
