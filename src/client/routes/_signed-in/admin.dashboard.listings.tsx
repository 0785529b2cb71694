import { createFileRoute } from '@tanstack/react-router'
import { inventoryQuery } from '#client/data/inventory.ts'
import { parseInventoryParams } from '#client/data/inventory-params.ts'
import { InventoryPage } from '#client/features/inventory/inventory-page.tsx'

export const Route = createFileRoute('/_signed-in/admin/dashboard/listings')({
  validateSearch: parseInventoryParams,
  loaderDeps: ({ search }) => search,
  // Prefetches without waiting, so that the page renders at once.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(inventoryQuery(deps))
  },
  component: Inventory,
})

function Inventory() {
  return <InventoryPage params={Route.useSearch()} />
}
