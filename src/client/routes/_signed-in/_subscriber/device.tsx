import { createFileRoute } from '@tanstack/react-router'
import { latestFailure } from '#client/api/failures.ts'
import { LoadError } from '#client/components/load-error.tsx'
import { favoritesQuery } from '#client/favorites/favorites-query.ts'
import { useFavorites } from '#client/features/favorites/use-favorites.ts'
import { DevicePage } from '#client/features/offline/device-page.tsx'
import { Loading } from '#client/ui/loading.tsx'

export const Route = createFileRoute('/_signed-in/_subscriber/device')({
  // Prefetches without awaiting the data, so that the page renders immediately.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(favoritesQuery),
  component: Device,
})

function Device() {
  const { favorites, refetch, ...query } = useFavorites()
  const error = latestFailure(query)
  return (
    <DevicePage
      favorites={favorites}
      placeholder={
        error ? (
          <LoadError
            name="favorites"
            what="Your favorites"
            error={error}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading>Loading favorites</Loading>
        )
      }
    />
  )
}
