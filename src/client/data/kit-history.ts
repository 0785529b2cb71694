import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { listKitHistory } from '#contract/kit.ts'

/** The former values of a record's fields. Only the server stores these values. */
export const kitHistoryQuery = (record: string) =>
  queryOptions({
    queryKey: ['kit-history', record],
    queryFn: ({ signal }) => call(listKitHistory, { record }, signal),
    staleTime: 0,
  })
