import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { getOverview } from '#contract/overview.ts'

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call(getOverview, {}, signal),
})
