import { createFileRoute } from '@tanstack/react-router'
import { PagePart } from '#client/components/page-part.tsx'
import { day, paramsReader } from '#client/data/parse-search.ts'
import { ViewingPlanPage } from '#client/features/viewing-plan/viewing-plan-page.tsx'

export const Route = createFileRoute('/_signed-in/_subscriber/viewing-plan')({
  validateSearch: paramsReader({ day }),
  component: ViewingPlan,
})

function ViewingPlan() {
  const navigate = Route.useNavigate()
  return (
    <PagePart>
      <ViewingPlanPage
        day={Route.useSearch().day}
        onDay={(chosen) =>
          void navigate({ search: { day: chosen }, replace: true, resetScroll: false })
        }
      />
    </PagePart>
  )
}
