import { createFileRoute } from '@tanstack/react-router'
import { chakraPart } from '#client/components/chakra-part.tsx'
import { inventoryQuery } from '#client/data/inventory.ts'
import { parseInventoryParams } from '#client/data/inventory-params.ts'

const InventoryPage = chakraPart(
  async () => (await import('#client/features/inventory/inventory-page.tsx')).InventoryPage,
)

export const Route = createFileRoute('/_signed-in/admin/dashboard/listings')({
  validateSearch: parseInventoryParams,
  loaderDeps: ({ search }) => search,
  // Prefetches without awaiting the data, so that the page renders immediately.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(inventoryQuery(deps))
  },
  component: Inventory,
})

function Inventory() {
  return <InventoryPage params={Route.useSearch()} />
}
