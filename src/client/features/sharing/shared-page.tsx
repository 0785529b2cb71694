import { Navigate } from '@tanstack/react-router'
import { SavedHousesLink } from '#client/components/saved-houses-link.tsx'
import { useAccessScope } from '#client/components/use-access-scope.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { VerandaPage } from '#client/ui/veranda-page.tsx'
import { findListingLink, type Shared } from './shared-link.ts'

/** Opens the listing that another app has shared. Links to other sites are not followed. */
export function SharedPage({ shared }: { shared: Shared }) {
  const link = findListingLink(shared, location.origin)
  const isGuest = useAccessScope() === 'shortlist'
  if (link) {
    return <Navigate to="/listings" search={{ listing: link.id, key: link.key }} replace />
  }
  return (
    <VerandaPage
      title="No house to open"
      lead="What you shared contains no link to a house on Engawa."
    >
      <ButtonRow>
        {isGuest ? (
          <SavedHousesLink />
        ) : (
          <>
            <ButtonLink to="/listings">All Listings</ButtonLink>
            <ButtonLink to="/favorites" variant="secondary">
              Favorites
            </ButtonLink>
          </>
        )}
      </ButtonRow>
    </VerandaPage>
  )
}
