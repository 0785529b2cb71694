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
import { describePhase } from './saving-status.tsx'

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

function describeState({ phase, ready, houses, bytes, evicted }: SavedPhotos): PartState {
  const status = describePhase(phase, true)
  const saved = bytes > 0 ? `, ${formatSize(bytes)}` : ''
  const words = `${ready} of ${formatHouses(houses.size)}${saved}`
  const progress = { words, value: ready, max: Math.max(houses.size, 1) }
  const retry = { label: 'Try again', run: chosenPhotoSaver.saveNow }
  switch (phase) {
    case 'off':
      return {
        status,
        text: 'The photos that you have chosen are not on this device.',
        action: { label: 'Save photos', run: chosenPhotoSaver.switchOn },
      }
    case 'saving':
      return {
        status,
        progress,
        action: { label: 'Pause', run: chosenPhotoSaver.pause, variant: 'secondary' },
      }
    case 'held':
      return { status, progress, text: 'The photos of your favorites are saved first.' }
    case 'waiting':
      return { status, progress, text: "Saving resumes when you're back online." }
    case 'metered':
      return {
        status,
        progress,
        text: 'On Wi-Fi, these photos are saved automatically. To save them now, tap the button.',
        action: { label: 'Save photos now', run: chosenPhotoSaver.saveNow },
      }
    case 'paused':
      return { status, progress, action: { ...retry, label: 'Resume' } }
    case 'full':
      return {
        status,
        progress,
        text: 'Photos that are already saved stay. To save the rest, free up space on this device.',
        action: retry,
      }
    case 'done': {
      const incomplete = houses.size - ready
      return {
        status,
        text: `${incomplete > 0 ? `${ready} of ` : ''}${formatHouses(houses.size)} saved${saved}. The photos of new houses are saved automatically.`,
        ...(incomplete > 0 && {
          warning: "Some photos couldn't be downloaded.",
          action: retry,
        }),
      }
    }
    case 'evicted':
      return {
        status,
        warning: `Your browser deleted ${evicted} saved ${evicted === 1 ? 'photo' : 'photos'}, as browsers do when space runs low.`,
        action: { label: 'Save photos again', run: chosenPhotoSaver.switchOn },
      }
    case 'unwritten':
    case 'impossible':
      return { status, text: 'This browser cannot store photos. Everything else works.' }
  }
}
