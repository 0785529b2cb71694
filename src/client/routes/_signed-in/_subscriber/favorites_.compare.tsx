import { createFileRoute } from '@tanstack/react-router'
import { readIds } from '#client/data/chosen-ids.ts'
import { paramsReader, text } from '#client/data/parse-search.ts'
import { ComparePage } from '#client/features/listings/house/compare/compare-page.tsx'

export const Route = createFileRoute('/_signed-in/_subscriber/favorites_/compare')({
  validateSearch: paramsReader({ ids: text }),
  component: Compare,
})

function Compare() {
  return <ComparePage ids={readIds(Route.useSearch().ids)} />
}
