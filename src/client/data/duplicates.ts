import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { call } from '#client/api/api.ts'
import * as contract from '#contract/duplicates.ts'
import { invalidateListings } from './catalogue.ts'
import { refetchAfter } from './refetch-after.ts'

const DUPLICATES = ['duplicates']

export const duplicatesQuery = (show: 'waiting' | 'decided', page: number | undefined) =>
  queryOptions({
    queryKey: [...DUPLICATES, show, page],
    queryFn: ({ signal }) => call(contract.listDuplicates, { show, page }, signal),
    placeholderData: keepPreviousData,
  })

/** Refetches the pairs even after a refusal, because another administrator may have decided. */
export const decideDuplicate = mutationOptions({
  mutationFn: async (input: z.input<typeof contract.decideDuplicate.input>, { client }) => {
    await refetchAfter(client, call(contract.decideDuplicate, input), DUPLICATES)
    void client.invalidateQueries({ queryKey: ['inventory-listing'] })
    invalidateListings(client)
  },
})
