import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import * as contract from '#contract/sessions.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(contract.listSessions, {}, signal)).sessions,
})

export const endOtherSessions = mutationOptions({
  mutationFn: async (_: undefined, { client }) => {
    const { ended } = await call(contract.endOtherSessions, {})
    await removeOtherSessions(client)
    return ended
  },
})

export const endSession = mutationOptions({
  mutationFn: async ({ id }: { id: string }, { client }) => {
    await call(contract.endSession, { id })
    await client.cancelQueries(sessionsQuery)
    client.setQueryData(sessionsQuery.queryKey, (known) =>
      known?.filter((session) => session.id !== id),
    )
  },
})

/** Removes the other sessions from the cached list of sessions, after they have ended. */
export async function removeOtherSessions(client: QueryClient) {
  await client.cancelQueries(sessionsQuery)
  client.setQueryData(sessionsQuery.queryKey, (known) =>
    known?.filter(({ is_current }) => is_current),
  )
}
