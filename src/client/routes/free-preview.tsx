import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { accountQuery, findHome } from '#client/data/account.ts'
import { freeListingsQuery } from '#client/data/listings.ts'
import { FreePreviewPage } from '#client/features/listings/free-preview-page.tsx'
import { NotSaved } from '#client/features/offline/not-saved.tsx'
import { Plan } from '#client/features/subscription/plan.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { Card } from '#client/ui/card.tsx'

export const Route = createFileRoute('/free-preview')({
  // Prefetches without waiting, so that the page renders at once.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(freeListingsQuery),
  component: FreePreview,
})

function FreePreview() {
  return (
    <FreePreviewPage
      beyond={<Beyond />}
      offer={<Offer />}
      notSaved={(retry) => <NotSaved what="The free preview" onRetry={retry} />}
    />
  )
}

function Beyond() {
  const { data: account } = useQuery(accountQuery)
  const queryClient = useQueryClient()
  const isOpen = account !== undefined && findHome(queryClient, account) === '/listings'
  return isOpen ? null : 'A subscription opens all the others, and says whom to call.'
}

/** The next step for this reader, from signing up to opening the listings. */
function Offer() {
  const { data: account } = useQuery(accountQuery)
  const queryClient = useQueryClient()
  // The reader is signed in, but the account is not loaded yet.
  if (account === undefined) return <Plan />
  switch (findHome(queryClient, account)) {
    case '/listings':
      return (
        <Card title="Every listing is open to you">
          <ButtonLink to="/listings">View Listings</ButtonLink>
        </Card>
      )
    case '/login':
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
    case '/subscription/renew':
      return (
        <Plan>
          <ButtonLink to="/subscription/renew">Renew Subscription</ButtonLink>
        </Plan>
      )
    default:
      return (
        <Plan>
          <ButtonLink to="/subscription/manage">Manage Subscription</ButtonLink>
        </Plan>
      )
  }
}
