import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { accountQuery, findHome } from '#client/data/account.ts'
import { catalogueCountsQuery, freeListingsQuery } from '#client/data/listings.ts'
import { FreePreviewPage } from '#client/features/search/free-preview-page.tsx'
import { describeCatalogue } from '#client/features/subscription/catalogue.ts'
import { Plan } from '#client/features/subscription/plan.tsx'
import { SubscribeLinks } from '#client/features/subscription/subscribe-links.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { Card } from '#client/ui/card.tsx'

export const Route = createFileRoute('/free-preview')({
  // Prefetches without awaiting the data, so that the page renders immediately.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(freeListingsQuery),
  component: FreePreview,
})

function FreePreview() {
  return <FreePreviewPage beyond={<Beyond />} offer={<Offer />} />
}

function Beyond() {
  const { data: account } = useQuery(accountQuery)
  const queryClient = useQueryClient()
  const isOpen = account !== undefined && findHome(queryClient, account) === '/listings'
  const { data: catalogue } = useQuery(catalogueCountsQuery)
  return (
    <>
      <span>
        {!isOpen &&
          catalogue?.houses !== 0 &&
          `A subscription opens ${catalogue ? describeCatalogue(catalogue) : 'every house'}. `}
      </span>
      <Link to="/buying">Can a foreigner buy it?</Link>
    </>
  )
}

/** Offers the person's next step, for example to register or to open the listings. */
function Offer() {
  const { data: account } = useQuery(accountQuery)
  const queryClient = useQueryClient()
  // The account is still loading. Show the plan without a button, because the account decides which
  // button is right.
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
          <ButtonRow wide>
            <ButtonLink to="/register">Register</ButtonLink>
            <ButtonLink to="/login" variant="secondary">
              Log In
            </ButtonLink>
          </ButtonRow>
        </Plan>
      )
    default:
      return (
        <Plan>
          <SubscribeLinks />
        </Plan>
      )
  }
}
