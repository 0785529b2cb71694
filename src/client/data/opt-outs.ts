import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import type { OptOutKind } from '#contract/choices.ts'
import * as contract from '#contract/opt-outs.ts'
import { invalidateListings } from './catalogue.ts'
import { ALL_CONTACTS } from './contacts.ts'

const OPT_OUTS = ['opt-outs']

/** A municipality, named by its code, or a source, named by its name. */
export interface OptOutTarget {
  kind: OptOutKind
  key: string
}

export const optOutsQuery = queryOptions({
  queryKey: OPT_OUTS,
  queryFn: ({ signal }) => call(contract.listOptOuts, {}, signal),
})

export function optOutPreviewQuery({ kind, key }: OptOutTarget) {
  return queryOptions({
    queryKey: [...OPT_OUTS, 'preview', kind, key],
    queryFn: ({ signal }) => call(contract.previewOptOut, { kind, key }, signal),
    // The dialog names the number of houses, so count them whenever it opens.
    gcTime: 0,
  })
}

export const setOptOut = mutationOptions({
  mutationFn: async (input: z.input<typeof contract.setOptOut.input>, { client }) => {
    const outcome = await call(contract.setOptOut, input)
    void client.invalidateQueries({ queryKey: OPT_OUTS })
    void client.invalidateQueries({ queryKey: ALL_CONTACTS })
    void client.invalidateQueries({ queryKey: ['inventory-listing'] })
    invalidateListings(client)
    return outcome
  },
})
