import {
  editInventoryListing,
  getInventoryListing,
  hideInventoryListing,
  listInventory,
  revertInventoryField,
  withdrawInventoryListing,
} from '#contract/inventory.ts'
import type { Caller } from '#server/auth/sessions.ts'
import type { Serve } from '#server/http/serve.ts'
import { editListing, revertField, setHidden, setWithdrawn } from '../inventory/changes.ts'
import { findInventoryListing } from '../inventory/listing.ts'
import { findInventory } from '../inventory/search.ts'
import type { Services } from '../services.ts'

export function inventoryRoutes(serve: Serve, services: Services) {
  serve(listInventory, ({ input }) => findInventory(services.db, input))

  serve(getInventoryListing, ({ input: { id } }) => findInventoryListing(services, id))

  serve(editInventoryListing, async ({ input: { id, ...texts }, ...request }) => {
    await editListing(services, by(request, id), texts)
    return findInventoryListing(services, id)
  })

  serve(revertInventoryField, async ({ input: { id, field }, ...request }) => {
    await revertField(services, by(request, id), field)
    return findInventoryListing(services, id)
  })

  serve(hideInventoryListing, async ({ input: { id, hidden }, ...request }) => {
    await setHidden(services, by(request, id), hidden)
    return findInventoryListing(services, id)
  })

  serve(withdrawInventoryListing, async ({ input: { id, withdrawn }, ...request }) => {
    await setWithdrawn(services, by(request, id), withdrawn)
    return findInventoryListing(services, id)
  })
}

function by({ caller, ip }: { caller: Caller; ip: string }, id: string) {
  return { actor: { user: caller.user, ip }, id }
}
