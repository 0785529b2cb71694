import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { listKitHistory } from '#contract/kit.ts'

/**
 * The former values of the fields of a note. This device does not store former values, so reading
 * them needs a network.
 */
export const kitHistoryQuery = (record: string) =>
  queryOptions({
    queryKey: ['kit-history', record],
    queryFn: ({ signal }) => call(listKitHistory, { record }, signal),
    staleTime: 0,
  })
