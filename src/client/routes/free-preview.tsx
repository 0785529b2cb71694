import { createFileRoute } from '@tanstack/react-router'
import { freeListingsQuery } from '#client/data/listings.ts'
import { FreePreviewPage } from '#client/features/listings/free-preview-page.tsx'
import { NotSaved } from '#client/features/offline/not-saved.tsx'
import { Plan } from '#client/features/subscription/plan.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'

export const Route = createFileRoute('/free-preview')({
  // Asked for before the page is drawn, and not waited for.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(freeListingsQuery),
  component: FreePreview,
})

function FreePreview() {
  return (
    <FreePreviewPage
      offer={<Offer />}
      notSaved={(retry) => <NotSaved what="The free preview" onRetry={retry} />}
    />
  )
}

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
