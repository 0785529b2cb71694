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
  // Asked for before the page is drawn, and not waited for.
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

/** What leads to all the other listings, for whoever is looking. */
function Offer() {
  const { data: account } = useQuery(accountQuery)
  const queryClient = useQueryClient()
  // Of somebody who is signed in, whose account is on its way.
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
