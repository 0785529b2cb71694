import { Navigate } from '@tanstack/react-router'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { VerandaPage } from '#client/ui/veranda-page.tsx'
import { findListingId, type Shared } from './shared-link.ts'

/** Opens the listing that another app has shared; a link to anywhere else is not followed. */
export function SharedPage({ shared }: { shared: Shared }) {
  const listing = findListingId(shared, location.origin)
  if (listing) return <Navigate to="/listings" search={{ listing }} replace />
  return (
    <VerandaPage
      title="No house to open"
      lead="Engawa opens links to its own houses, and there is none in what you shared."
    >
      <ButtonRow>
        <ButtonLink to="/listings">All Listings</ButtonLink>
        <ButtonLink to="/favorites" variant="secondary">
          Favorites
        </ButtonLink>
      </ButtonRow>
    </VerandaPage>
  )
}
