import { createFileRoute } from '@tanstack/react-router'
import { DriverPage } from '#client/features/listings/house/driver-card/driver-page.tsx'
import { NotSaved } from '#client/features/offline/not-saved.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'

export const Route = createFileRoute('/_signed-in/_subscriber/listings_/$id_/driver')({
  component: Driver,
})

function Driver() {
  return (
    <DriverPage
      id={Route.useParams().id}
      notSaved={(onRetry) => (
        <NotSaved what="This house" onRetry={onRetry} offersPages>
          <ButtonLink to="/favorites">See your favorites</ButtonLink>
        </NotSaved>
      )}
    />
  )
}
