import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { LoadError } from '#client/components/load-error.tsx'
import { SavedHousesLink } from '#client/components/saved-houses-link.tsx'
import { useAccessScope } from '#client/components/use-access-scope.ts'
import { searchInPlace, suggestionsQuery } from '#client/data/place-names.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { ButtonRow } from '#client/ui/button-row.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { VerandaPage } from '#client/ui/veranda-page.tsx'
import type { Suggestion } from '#contract/places.ts'
import { findListingLink, findPlaceTexts, type Shared } from './shared-link.ts'

/**
 * Opens the listing that another app has shared, or searches the place that the shared words name.
 * Links to other sites are not followed.
 */
export function SharedPage({ shared }: { shared: Shared }) {
  const link = findListingLink(shared, location.origin)
  const scope = useAccessScope()
  const texts = findPlaceTexts(shared)
  if (link) {
    return <Navigate to="/listings" search={{ listing: link.id, key: link.key }} replace />
  }
  if (texts.length > 0 && scope === 'catalogue') return <SharedPlace texts={texts} />
  return <NothingToOpen lead="What you shared contains no link to a house on Engawa." />
}

/** Searches the houses in the first place that one of the texts names. */
function SharedPlace({ texts }: { texts: string[] }) {
  const queryClient = useQueryClient()
  const { data: place, error, refetch } = useQuery(sharedPlaceQuery(queryClient, texts))
  if (place) return <Navigate to="/listings" search={searchInPlace(place)} replace />
  if (error) {
    return (
      <LoadError error={error} name="the place" what="This search" onRetry={() => void refetch()} />
    )
  }
  if (place === undefined) return <Loading />
  return (
    <NothingToOpen lead="What you shared contains no link to a house on Engawa, and no place in Japan that Engawa knows." />
  )
}

function sharedPlaceQuery(queryClient: QueryClient, texts: string[]) {
  return queryOptions({
    queryKey: ['shared-place', texts],
    queryFn: async () => {
      let similar: Suggestion | undefined
      for (const [index, text] of texts.entries()) {
        const { suggestions } = await queryClient.fetchQuery(suggestionsQuery(text))
        const exact = suggestions.find((suggestion) => isNamed(suggestion, text))
        if (exact) return exact
        // A part of an address, such as 宇和町, often begins the name of another place.
        if (index === 0) similar = suggestions[0]
      }
      return similar ?? null
    },
  })
}

function isNamed({ en, ja }: Suggestion, text: string) {
  return ja === text || en.toLowerCase() === text.toLowerCase()
}

function NothingToOpen({ lead }: { lead: string }) {
  const isGuest = useAccessScope() === 'shortlist'
  return (
    <VerandaPage title="No house to open" lead={lead}>
      <ButtonRow>
        {isGuest ? (
          <SavedHousesLink />
        ) : (
          <>
            <ButtonLink to="/listings">All Listings</ButtonLink>
            <ButtonLink to="/favorites" variant="secondary">
              Favorites
            </ButtonLink>
          </>
        )}
      </ButtonRow>
    </VerandaPage>
  )
}
