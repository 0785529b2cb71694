import { createFileRoute } from '@tanstack/react-router'
import { latestFailure } from '#client/api/failures.ts'
import { paramsReader, readIds, text } from '#client/data/parse-search.ts'
import { useFavorites } from '#client/features/favorites/use-favorites.ts'
import { DossierPage } from '#client/features/paper/dossier/dossier-page.tsx'
import { BackLink } from '#client/ui/back-link.tsx'

export const Route = createFileRoute('/_signed-in/_subscriber/favorites_/print')({
  validateSearch: paramsReader({ ids: text }),
  component: Print,
})

/** Prints the chosen favorites. If no favorites are chosen, prints all of them. */
function Print() {
  const chosen = readIds(Route.useSearch().ids)
  const { favorites, refetch, ...query } = useFavorites()
  const error = latestFailure(query)
  return (
    <DossierPage
      title="Print Your Favorites"
      ids={chosen.length > 0 ? chosen : favorites?.map(({ id }) => id)}
      failure={error ? { error, retry: () => void refetch() } : undefined}
      back={<BackLink to="/favorites">Favorites</BackLink>}
      what="Your favorites"
    />
  )
}
