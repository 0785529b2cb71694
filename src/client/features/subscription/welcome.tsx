import { useQuery } from '@tanstack/react-query'
import { catalogueCountsQuery } from '#client/data/listings.ts'
import { formatHouses } from '#client/format/format.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { Card } from '#client/ui/card.tsx'

/** What a new subscriber can open, and the way there. */
export function Welcome() {
  const { data: counts } = useQuery(catalogueCountsQuery)
  return (
    <Card title={counts ? `Welcome: ${formatHouses(counts.houses)}` : 'Welcome'}>
      <ButtonLink to="/listings">View Listings</ButtonLink>
    </Card>
  )
}
