import { queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { listNoteHistory } from '#contract/notes.ts'

/**
 * The former values of the fields of a note. This device does not store former values, so reading
 * them needs a network.
 */
export const noteHistoryQuery = (record: string) =>
  queryOptions({
    queryKey: ['note-history', record],
    queryFn: ({ signal }) => call(listNoteHistory, { record }, signal),
    staleTime: 0,
  })
