import { createFileRoute } from '@tanstack/react-router'
import { SavedHousesLink } from '#client/components/saved-houses-link.tsx'
import { DriverPage } from '#client/features/listings/house/driver-card/driver-page.tsx'
import { NotSaved } from '#client/features/offline/not-saved.tsx'

export const Route = createFileRoute('/_signed-in/_subscriber/listings_/$id_/driver')({
  component: Driver,
})

function Driver() {
  return (
    <DriverPage
      id={Route.useParams().id}
      notSaved={(onRetry) => (
        <NotSaved what="This house" onRetry={onRetry} offersPages>
          <SavedHousesLink />
        </NotSaved>
      )}
    />
  )
}
