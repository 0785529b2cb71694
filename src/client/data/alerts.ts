import { type MutationFunctionContext, mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { lazyEndpoints } from '#client/api/lazy-endpoints.ts'
import { session } from '#client/session/session.ts'
import type { Alert } from '#contract/alerts.ts'

const endpoint = lazyEndpoints(() => import('#contract/alerts.ts'))

/** What the person wants to be told about. */
export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal }) => call(endpoint('listAlerts'), {}, signal),
})

interface Setting {
  /** Undefined for the favorites. */
  searchId: string | undefined
  /** Undefined to remove the alert. */
  alert: Alert | undefined
}

/** Sets or removes an alert. Daily and weekly alerts arrive in the morning of this device. */
export const setAlert = mutationOptions({
  mutationFn: async ({ searchId, alert }: Setting, { client }: MutationFunctionContext) => {
    const token = session.token()
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const input = { search_id: searchId, alert, time_zone: timeZone }
    const answer = await call(endpoint('setAlert'), input)
    await client.cancelQueries(alertsQuery)
    // Another person may have signed in since the request was sent.
    if (session.token() === token) client.setQueryData(alertsQuery.queryKey, answer)
  },
})

/** Stops mails, by the token of the link in a mail. */
export const stopAlerts = mutationOptions({
  mutationFn: (token: string) => call(endpoint('stopAlerts'), { token }),
})
