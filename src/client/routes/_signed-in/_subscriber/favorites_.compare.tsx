import { createFileRoute } from '@tanstack/react-router'
import { PagePart } from '#client/components/page-part.tsx'
import { paramsReader, readIds, text } from '#client/data/parse-search.ts'
import { ComparePage } from '#client/features/paper/compare/compare-page.tsx'

export const Route = createFileRoute('/_signed-in/_subscriber/favorites_/compare')({
  validateSearch: paramsReader({ ids: text }),
  component: Compare,
})

function Compare() {
  return (
    <PagePart>
      <ComparePage ids={readIds(Route.useSearch().ids)} />
    </PagePart>
  )
}
