import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import {
  editInventoryListing,
  getInventoryListing,
  hideInventoryListing,
  type InventoryField,
  type InventoryListing,
  listInventory,
  revertInventoryField,
  withdrawInventoryListing,
} from '#contract/inventory.ts'
import { invalidateListings } from './catalogue.ts'
import type { InventoryParams } from './inventory-params.ts'

export function inventoryQuery({ sort, order, ...params }: InventoryParams) {
  const search = { ...params, sort_by: sort, sort_order: order }
  return queryOptions({
    queryKey: ['inventory', search],
    queryFn: ({ signal }) => call(listInventory, search, signal),
    placeholderData: keepPreviousData,
  })
}

export function inventoryListingQuery(id: string) {
  return queryOptions({
    queryKey: ['inventory-listing', id],
    queryFn: ({ signal }) => call(getInventoryListing, { id }, signal),
    // Do not refetch on focus. New data would overwrite the form while an administrator types.
    refetchOnWindowFocus: false,
  })
}

export const editListing = mutationOptions({
  mutationFn: async (input: { id: string } & Partial<Record<InventoryField, string>>, { client }) =>
    showChange(client, await call(editInventoryListing, input)),
})

export const revertField = mutationOptions({
  mutationFn: async (input: z.input<typeof revertInventoryField.input>, { client }) =>
    showChange(client, await call(revertInventoryField, input)),
})

export const hideListing = mutationOptions({
  mutationFn: async (input: z.input<typeof hideInventoryListing.input>, { client }) =>
    showChange(client, await call(hideInventoryListing, input)),
})

export const withdrawListing = mutationOptions({
  mutationFn: async (input: z.input<typeof withdrawInventoryListing.input>, { client }) =>
    showChange(client, await call(withdrawInventoryListing, input)),
})

/**
 * Caches the server's response, and invalidates every other query whose data may contain the
 * listing.
 */
async function showChange(client: QueryClient, changed: InventoryListing) {
  const { queryKey } = inventoryListingQuery(changed.listing._id)
  // Cancel a running request, because its response may contain the listing as it was before the
  // change.
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, changed)
  invalidateListings(client)
}
