import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { readPersisted, writeLasting } from '#client/query-store/persisted-rows.ts'

/**
 * The assessed values of a house and its land, in yen. They determine the taxes on a purchase. A
 * value is missing until the person has entered it.
 */
const AssessedValues = z.object({
  building: z.optional(z.number()),
  land: z.optional(z.number()),
})
export type AssessedValues = z.output<typeof AssessedValues>

/**
 * The assessed values that the person has entered for a house. They are stored only on this device,
 * until the person signs out.
 */
export function assessedValuesQuery(listingId: string) {
  const queryKey = ['assessed-values', listingId]
  return queryOptions({
    queryKey,
    queryFn: async () => (await readPersisted(queryKey, AssessedValues)) ?? {},
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/**
 * The page then shows them until it is closed.
 * @throws if the device stored nothing.
 */
export function saveAssessedValues(listingId: string) {
  const { queryKey } = assessedValuesQuery(listingId)
  return mutationOptions({
    networkMode: 'always',
    mutationFn: async (values: AssessedValues, { client }) => {
      client.setQueryData(queryKey, values)
      if (!(await writeLasting(queryKey, values))) throw new Error('The device stored nothing')
    },
  })
}
