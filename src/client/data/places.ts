import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#client/api/api.ts'
import { sendingFile } from '#client/api/send-file.ts'
import * as contract from '#contract/places.ts'
import { invalidateListings } from './catalogue.ts'

export const placesQuery = queryOptions({
  queryKey: ['places'],
  queryFn: ({ signal }) => call(contract.getPlaces, {}, signal),
})

export const importPlaces = mutationOptions({
  mutationFn: async (file: File, { client }) => {
    const input = { file_name: file.name }
    const answer = await call(contract.importPlaces, input, undefined, sendingFile(file))
    client.setQueryData(placesQuery.queryKey, answer.places)
    void client.invalidateQueries({ queryKey: ['contacts'] })
    invalidateListings(client)
    return answer
  },
})
