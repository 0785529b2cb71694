import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import { connection } from './connection.ts'

/** Asks whether our server can be reached again, and if so for what could not be fetched. */
export async function tryNow(queryClient: QueryClient, unfetched: QueryFilters) {
  // What has begun by itself with the connection goes on.
  if (await connection.probe())
    await queryClient.refetchQueries(unfetched, { cancelRefetch: false })
}
