import { useSyncExternalStore } from 'react'
import type { ReadyCatalogue } from '#client/catalogue/catalogue-state.ts'
import { deviceCatalogue } from '#client/catalogue/device-catalogue.ts'
import { formatHouses } from '#client/format/format.ts'
import { formatSize } from '#client/format/sizes.ts'
import { chosenPhotoSaver } from '#client/photos/account-photos.ts'
import { chosenPhotos, type SavedPhotos } from '#client/photos/saved-photos.ts'
import { PhotoIcon } from '#client/ui/icons.tsx'
import { DevicePart, type PartState } from './device-part.tsx'
import { RemoveButton } from './remove-button.tsx'
import { countReady, describeEviction, describePhase, describeTransfer } from './saving-status.tsx'

/**
 * The photos of the houses in the chosen prefectures and saved searches. Renders nothing if the
 * person has chosen none.
 */
export function ChosenPhotosPart({ catalogue }: { catalogue: ReadyCatalogue }) {
  const photos = useSyncExternalStore(chosenPhotos.watch, chosenPhotos.current)
  const isChosen =
    catalogue.searches.length > 0 || catalogue.prefectures.some(({ hasPhotos }) => hasPhotos)
  if (!isChosen || !photos) return null
  const size = formatSize(photos.bytes)
  return (
    <DevicePart
      icon={PhotoIcon}
      title="Photos of other houses"
      state={describeState(photos)}
      actions={
        <RemoveButton
          label="Remove these photos"
          title="Remove these photos?"
          consequence={`${size} of photos will be removed from this device, and the details that only saved searches need. The photos of your favorites stay.`}
          confirm={`Remove ${size}`}
          decline="Keep photos"
          onConfirm={() => {
            void deviceCatalogue.setWanted((wanted) => ({ ...wanted, photos: [], searches: [] }))
            chosenPhotoSaver.remove()
          }}
        />
      }
    />
  )
}

function describeState(photos: SavedPhotos): PartState {
  const { phase, ready, houses, bytes } = photos
  const status = describePhase(phase, true)
  const size = bytes > 0 ? `, ${formatSize(bytes)}` : ''
  const words = `${ready} of ${formatHouses(houses.size)}${size}`
  const progress = { words, value: ready, max: Math.max(houses.size, 1) }
  const { pause, saveNow, switchOn } = chosenPhotoSaver
  switch (phase) {
    case 'off':
      return {
        status,
        text: 'The photos that you have chosen are not on this device.',
        action: { label: 'Save photos', run: switchOn },
      }
    case 'metered':
      return {
        status,
        progress,
        text: 'On Wi-Fi, these photos are saved automatically. To save them now, tap the button.',
        action: { label: 'Save photos now', run: saveNow },
      }
    case 'done':
      return {
        status,
        text: `${countReady(photos)} saved${size}. The photos of new houses are saved automatically.`,
        ...(ready < houses.size && {
          warning: "Some photos couldn't be downloaded.",
          action: { label: 'Try again', run: saveNow },
        }),
      }
    case 'evicted':
      return {
        status,
        warning: describeEviction(photos),
        action: { label: 'Save photos again', run: switchOn },
      }
    case 'unwritten':
    case 'impossible':
      return { status, text: 'This browser cannot store photos. Everything else works.' }
    default:
      return describeTransfer(phase, progress, { pause, resume: saveNow })
  }
}
