import { ButtonLink } from '#client/ui/button-link.tsx'
import { useAccessScope } from './use-access-scope.ts'

/**
 * A link to the houses that are always saved on this device: the favorites, or the shared shortlist
 * of a partner without a subscription.
 */
export function SavedHousesLink({ variant }: { variant?: 'secondary' }) {
  return useAccessScope() === 'shortlist' ? (
    <ButtonLink variant={variant} to="/shortlist">
      See the shared shortlist
    </ButtonLink>
  ) : (
    <ButtonLink variant={variant} to="/favorites">
      See your favorites
    </ButtonLink>
  )
}
