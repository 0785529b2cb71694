import { useQuery } from '@tanstack/react-query'
import { useIsOwnPosition } from '#client/components/use-place-names.ts'
import type { ListingsParams } from '#client/data/listings-params.ts'
import { nameOfPlace, placeNameQuery } from '#client/data/place-names.ts'
import type { Listing } from '#client/data/to-listing.ts'
import { type Center, filteredDistances } from '#client/format/distance-words.ts'
import { refsToName } from '#client/format/place-filters.ts'
import { withNoBreaks } from '#contract/no-break.ts'
import { readPlaceRef } from '#contract/place-values.ts'

export function CardDistances({ listing, params }: { listing: Listing; params: ListingsParams }) {
  const center = useCenter(params)
  return (
    <p className="caption">
      {withNoBreaks(filteredDistances({ params, listing, center }).join(' · '))}
    </p>
  )
}

/** The place around which the person searches. Undefined if it is unknown or a prefecture. */
function useCenter(params: ListingsParams): Center | undefined {
  const { near = '' } = params
  const isHere = useIsOwnPosition(params)
  const ref = readPlaceRef(near)
  const isNamed = refsToName({ near }).length > 0
  const { data } = useQuery({ ...placeNameQuery(near), enabled: ref !== undefined && isNamed })
  if (ref?.kind === 'point') return { ...ref, en: isHere ? 'you' : 'the searched point' }
  if (!data?.coordinate) return undefined
  return {
    ...data.coordinate,
    en: nameOfPlace(data),
    ...(data.kind === 'municipality' && { municipalityJa: data.ja }),
  }
}
