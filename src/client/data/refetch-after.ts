import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Awaits a request, then refetches the queries whose keys start with one of `queryKeys`, even if the
 * request failed.
 */
export async function refetchAfter<T>(
  client: QueryClient,
  request: Promise<T>,
  ...queryKeys: QueryKey[]
) {
  try {
    return await request
  } finally {
    for (const queryKey of queryKeys) void client.invalidateQueries({ queryKey })
  }
}
