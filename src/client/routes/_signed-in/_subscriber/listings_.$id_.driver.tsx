import { createFileRoute } from '@tanstack/react-router'
import { PagePart } from '#client/components/page-part.tsx'
import { DriverPage } from '#client/features/paper/driver-card/driver-page.tsx'

export const Route = createFileRoute('/_signed-in/_subscriber/listings_/$id_/driver')({
  component: Driver,
})

function Driver() {
  return (
    <PagePart>
      <DriverPage id={Route.useParams().id} />
    </PagePart>
  )
}
