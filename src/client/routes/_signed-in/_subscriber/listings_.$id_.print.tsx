import { createFileRoute } from '@tanstack/react-router'
import { OfflineLinks } from '#client/features/listings/results-states.tsx'
import { DossierPage } from '#client/features/paper/dossier/dossier-page.tsx'
import { BackLink } from '#client/ui/back-link.tsx'

export const Route = createFileRoute('/_signed-in/_subscriber/listings_/$id_/print')({
  component: Print,
})

function Print() {
  const { id } = Route.useParams()
  return (
    <DossierPage
      title="Print This House"
      ids={[id]}
      failure={undefined}
      back={
        <BackLink to="/listings/$id" params={{ id }}>
          The house
        </BackLink>
      }
      what="This house"
    >
      <OfflineLinks />
    </DossierPage>
  )
}
