import { createFileRoute } from '@tanstack/react-router'
import { inventoryListingQuery } from '#client/data/inventory.ts'
import { parseInventoryParams } from '#client/data/inventory-params.ts'
import { InventoryListingPage } from '#client/features/inventory/inventory-listing-page.tsx'
import { DetailedCards } from '#client/features/listings/detailed-cards.tsx'

export const Route = createFileRoute('/_signed-in/admin/dashboard/listings_/$id')({
  // The parameters of the list, for the link back.
  validateSearch: parseInventoryParams,
  loader: ({ context: { queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(inventoryListingQuery(id))
  },
  component: InventoryListing,
})

function InventoryListing() {
  const { id } = Route.useParams()
  return (
    <InventoryListingPage
      key={id}
      id={id}
      listParams={Route.useSearch()}
      preview={(listing) => <DetailedCards listings={[listing]} actions={() => null} />}
    />
  )
}
