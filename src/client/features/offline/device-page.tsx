import { type ReactNode, useSyncExternalStore } from 'react'
import { storedBytesOf } from '#client/catalogue/catalogue-state.ts'
import { deviceCatalogue } from '#client/catalogue/device-catalogue.ts'
import { lazyExtra } from '#client/components/lazy-part.tsx'
import type { Listing } from '#client/data/to-listing.ts'
import { formatSize } from '#client/format/sizes.ts'
import { chosenPhotos, type SavedPhotos } from '#client/photos/saved-photos.ts'
import { streetSaver } from '#client/streets/street-saver.ts'
import { Alert } from '#client/ui/alert.tsx'
import { ColumnPage } from '#client/ui/column-page.tsx'
import { PageContent } from '#client/ui/deferred.tsx'
import { isInstalled } from '#client/ui/installed.ts'
import { AllHouses } from './all-houses.tsx'
import { FavoritesPart } from './favorites-part.tsx'
import { HANGING_TITLE, LostWithWindow, useFavoritePhotos } from './saving-status.tsx'
import { StreetsPart } from './streets-part.tsx'

const KeepStreets = lazyExtra(() => import('./keep-streets.tsx'))

interface DevicePageProps {
  /** Undefined while the favorites load. */
  favorites: Listing[] | undefined
  /** Shown in place of the favorites while they load, and if they cannot be loaded. */
  placeholder: ReactNode
}

/** Everything that this device keeps for use without a signal: what it is, its size, its actions. */
export function DevicePage({ favorites, placeholder }: DevicePageProps) {
  const { photos, isHanging } = useFavoritePhotos()
  return (
    <ColumnPage title="On This Device">
      <PageContent>
        {isHanging ? (
          <>
            <Alert type="warning">
              <p>{`${HANGING_TITLE}, because its storage does not respond. Everything works while you are online. Closing and reopening the browser may help.`}</p>
            </Alert>
            <LostWithWindow />
          </>
        ) : (
          <>
            <UsedSpace photos={photos} />
            <AllHouses />
            {!favorites && placeholder}
            {favorites && photos && (
              <>
                <FavoritesPart favorites={favorites} photos={photos} />
                <StreetsPart favorites={favorites} phase={photos.phase} />
                <KeepStreets favorites={favorites} phase={photos.phase} />
              </>
            )}
          </>
        )}
      </PageContent>
    </ColumnPage>
  )
}

/** `photos` are those of favorites. */
function UsedSpace({ photos }: { photos: SavedPhotos | undefined }) {
  const chosen = useSyncExternalStore(chosenPhotos.watch, chosenPhotos.current)
  const streets = useSyncExternalStore(streetSaver.watch, streetSaver.current)
  const catalogue = useSyncExternalStore(deviceCatalogue.watch, deviceCatalogue.current)
  const photoBytes = (photos?.bytes ?? 0) + (chosen?.bytes ?? 0)
  const bytes = photoBytes + (streets.bytes ?? 0) + storedBytesOf(catalogue)
  if (bytes === 0) {
    return <p className="soft">Save here what you want to have without a signal.</p>
  }
  const isProtected = photos?.isPersistent !== false || isInstalled()
  return (
    <p className="soft">
      {`${formatSize(bytes)} used on this device.${isProtected ? '' : ' This browser may delete saved data when the device runs low on space. The installed app keeps it.'}`}
    </p>
  )
}
