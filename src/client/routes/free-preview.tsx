import { createFileRoute } from '@tanstack/react-router'
import { freeListingsQuery } from '#client/data/listings.ts'
import { FreePreviewPage } from '#client/features/listings/free-preview-page.tsx'
import { Plan } from '#client/features/subscription/plan.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'

export const Route = createFileRoute('/free-preview')({
  // Asked for before the page is drawn, and not waited for.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(freeListingsQuery),
  component: () => <FreePreviewPage offer={<Offer />} />,
})

function Offer() {
  return (
    <Plan>
      <ButtonRow>
        <ButtonLink to="/register">Register</ButtonLink>
        <ButtonLink to="/login" variant="secondary">
          Log In
        </ButtonLink>
      </ButtonRow>
    </Plan>
  )
}
