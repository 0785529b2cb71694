import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { getVersion } from '#contract/version.ts'

export const versionQuery = queryOptions({
  queryKey: ['version'],
  queryFn: ({ signal }) => call(getVersion, {}, signal),
})
