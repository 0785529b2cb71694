import { createFileRoute } from '@tanstack/react-router'
import { PagePart } from '#client/components/page-part.tsx'
import { readIds } from '#client/data/chosen-ids.ts'
import { paramsReader, text } from '#client/data/parse-search.ts'
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
