import { type MutationFunctionContext, mutationOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { session } from '#client/session/session.ts'
import * as contract from '#contract/saved-searches.ts'
import { toListingSearch } from './listing-search.ts'
import type { ListingsParams } from './listings-params.ts'
import { savedSearchesQuery } from './saved-searches.ts'

/** The search of the listings page as a query string, without the page number and page size. */
export function searchToSave(params: ListingsParams) {
  return contract.writeSearch(toListingSearch({ ...params, page: undefined, pageSize: undefined }))
}

/**
 * Defines a mutation of the saved searches. The server answers with the changed list, which
 * replaces the cached list at once. The refetch then persists the list. Without the refetch, the
 * change would not show offline.
 */
function change<Input>(send: (input: Input) => Promise<contract.SavedSearches>) {
  return mutationOptions({
    mutationFn: async (input: Input, { client }: MutationFunctionContext) => {
      const token = session.token()
      const answer = await send(input)
      await client.cancelQueries(savedSearchesQuery)
      // Another person may have signed in since the request was sent.
      if (session.token() !== token) return answer
      client.setQueryData(savedSearchesQuery.queryKey, answer)
      void client.invalidateQueries(savedSearchesQuery)
      return answer
    },
  })
}

export const saveSearch = change((input: { name: string; search: string }) =>
  call(contract.saveSearch, input),
)

export const renameSavedSearch = change((input: { id: string; name: string }) =>
  call(contract.renameSavedSearch, input),
)

export const deleteSavedSearch = change((id: string) => call(contract.deleteSavedSearch, { id }))
