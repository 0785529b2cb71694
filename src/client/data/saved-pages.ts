import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { persistedKeys } from '#client/query-store/persisted-rows.ts'
import { paramsOf } from './params-of-search.ts'

/** The largest number of searches in the list. */
const MAX_PAGES = 6

/** The searches whose results are persisted on this device, newest first. */
export const savedPagesQuery = queryOptions({
  queryKey: ['saved-pages'],
  queryFn: async () => {
    const keys = await persistedKeys('listings')
    return keys.slice(0, MAX_PAGES).map(([, search]) => paramsOf(search))
  },
})

const SavedPage = z.object({ results: z.array(z.looseObject({ _id: z.string() })) })

export function findInPage(page: unknown, id: string) {
  return SavedPage.safeParse(page).data?.results.find(({ _id }) => _id === id)
}
