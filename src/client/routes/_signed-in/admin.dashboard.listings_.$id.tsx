import { createFileRoute } from '@tanstack/react-router'
import { chakraPart } from '#client/components/chakra-part.tsx'
import { inventoryListingQuery } from '#client/data/inventory.ts'
import { parseInventoryParams } from '#client/data/inventory-params.ts'
import { DetailedCards } from '#client/features/search/detailed-cards.tsx'

const InventoryListingPage = chakraPart(
  async () =>
    (await import('#client/features/inventory/inventory-listing-page.tsx')).InventoryListingPage,
)

export const Route = createFileRoute('/_signed-in/admin/dashboard/listings_/$id')({
  // Keeps the search parameters of the list in the URL, so that the link back restores the list.
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
