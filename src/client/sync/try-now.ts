import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import { connection } from './connection.ts'

/** Probes our server. If the server answers, refetches the queries that failed. */
export async function tryNow(queryClient: QueryClient, unfetched: QueryFilters) {
  // Skip the queries that are already being refetched because the connection is back.
  if (await connection.probe())
    await queryClient.refetchQueries(unfetched, { cancelRefetch: false })
}
