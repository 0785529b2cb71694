import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { listSecurityLog } from '#contract/security-log.ts'
import type { SecurityLogParams } from './security-log-params.ts'

export const securityLogQuery = (params: SecurityLogParams) =>
  queryOptions({
    queryKey: ['security-log', params],
    queryFn: ({ signal }) => call(listSecurityLog, params, signal),
    placeholderData: keepPreviousData,
  })
